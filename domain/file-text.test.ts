import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fileBytes, fileText, textPieces } from "./file-text";

describe("a file's text", () => {
  it.each(["utf-8", "utf-16le", "utf-16be"] as const)("in %s goes through unchanged", (encoding) => {
    const text = `${encoding === "utf-8" ? "" : "\uFEFF"}Grüße, ≠ 😀\r\nzweite Zeile`;
    const bytes = fileBytes({ text, encoding });
    expect(fileText(bytes)).toEqual({ text, encoding });
  });

  it("keeps a byte-order mark", () => {
    const bytes = Buffer.from("\uFEFFid;amount\n");
    const read = fileText(bytes);
    expect(read).not.toBeNull();
    if (read !== null) expect(fileBytes(read)).toEqual(bytes);
  });

  it.each([
    ["an image", Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1")],
    ["an archive", Buffer.from([0x1f, 0x8b, 8, 0, 0xe9, 0xff])],
    ["Latin-1", Buffer.from("Grüße", "latin1")],
  ])("is none in %s", (_, bytes) => {
    expect(fileText(bytes)).toBeNull();
  });
});

describe("pieces", () => {
  it("are together the text, and end with a line, whatever it holds", () => {
    const lines = fc.array(fc.constantFrom("a", "  b", "}", "", "-----BEGIN PRIVATE KEY-----", "-----END x"));
    fc.assert(
      fc.property(lines, fc.integer({ min: 1, max: 20 }), (parts, size) => {
        const text = parts.join("\n");
        const pieces = [...textPieces(text, size)];
        expect(pieces.join("")).toBe(text);
        for (const piece of pieces.slice(0, -1)) expect(piece.endsWith("\n")).toBe(true);
      }),
      { seed: 81, numRuns: 300 },
    );
  });

  it("do not cut a private key, nor what is indented below its name", () => {
    const key = "-----BEGIN PRIVATE KEY-----\nabc\ndef\n-----END PRIVATE KEY-----\n";
    const nested = 'secrets: {\n  "a": "b",\n  "c": "d"\n}\nnext\n';
    expect([...textPieces(`${key}after\n`, 30)]).toEqual([key, "after\n"]);
    expect([...textPieces(nested, 15)]).toEqual(['secrets: {\n  "a": "b",\n  "c": "d"\n}\n', "next\n"]);
  });
});
