import fc from "fast-check";
import { expect, test } from "vitest";
import { EXPORT_SECTIONS, type ExportPiece, jsonHead, jsonTail, jsonWriter } from "./case-export";
import { parseJson } from "./json";

const head = {
  exported_at: "2026-11-15T12:00:00.123456Z",
  exported_by: { kind: "person", id: "p", name: "Ann" },
  exported_before: [],
};

/** Every section; lists of none, one and two rows. */
const piecesWith = (text: string): ExportPiece[] =>
  EXPORT_SECTIONS.map((section, index) => ({
    section,
    rows:
      section === "contains" || section === "case"
        ? [{ text }]
        : Array.from({ length: index % 3 }, () => ({ text, deep: { [text]: [text] } })),
  }));

test("the content is one line of JSON that holds every section once, in order, exactly as it was", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const pieces = piecesWith(text);
      const writer = jsonWriter();
      const content = pieces.map((piece) => writer.write(piece)).join("") + writer.end();
      expect(content).not.toMatch(/[\n\r]/);
      const read = JSON.parse(content);
      expect(Object.keys(read)).toEqual([...EXPORT_SECTIONS]);
      const single = (section: string) => section === "contains" || section === "case";
      for (const { section, rows } of pieces) expect(read[section]).toEqual(single(section) ? rows[0] : rows);
    }),
    { numRuns: 50 },
  );
});

test("however a section is cut into pieces, the bytes are the same", () => {
  const rows = Array.from({ length: 7 }, (_, number) => ({ number }));
  const cut = (size: number) => {
    const writer = jsonWriter();
    let text = writer.write({ section: "contains", rows: [{}] });
    for (let from = 0; from < rows.length; from += size)
      text += writer.write({ section: "attempts", rows: rows.slice(from, from + size) });
    return text + writer.write({ section: "audit", rows: [] }) + writer.end();
  };
  expect(cut(1)).toBe(cut(7));
  expect(cut(3)).toBe(cut(7));
});

test("the file is JSON whose third line is the content, with numbers beyond a double digit for digit", () => {
  const writer = jsonWriter();
  const snapshot = parseJson('{"amount":9007199254740993}');
  const content = writer.write({ section: "attempts", rows: [{ snapshot }] }) + writer.end();
  const file = jsonHead(head) + content + jsonTail("ab12");
  expect(file.split("\n")[2]).toBe('{"attempts":[{"snapshot":{"amount":9007199254740993}}]}');
  expect(JSON.parse(file)).toMatchObject({
    format: "errata.case",
    version: 1,
    exported_at: head.exported_at,
    sha256: "ab12",
  });
});
