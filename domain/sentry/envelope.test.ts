import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readEnvelope } from "./envelope";

const bytes = (text: string) => new TextEncoder().encode(text);
const read = (text: string) => {
  const envelope = readEnvelope(bytes(text), 100);
  return (
    envelope && {
      ...envelope,
      items: envelope.items.map(({ type, payload }) => [type, new TextDecoder().decode(payload)]),
    }
  );
};

describe("an envelope", () => {
  it("ends a payload of no length at its line", () => {
    expect(read('{"event_id":"a"}\n{"type":"event"}\n{"a":1}\n{"type":"session"}\n{"b":2}')).toEqual({
      header: { event_id: "a" },
      is_broken: false,
      items: [
        ["event", '{"a":1}'],
        ["session", '{"b":2}'],
      ],
    });
  });

  it("takes as many bytes as a payload says, line ends and all, and counts bytes, not characters", () => {
    const payload = '{"é漢":\n"😀"}\n';
    const text = `{}\n{"type":"event","length":${bytes(payload).length}}\n${payload}\n{"type":"x","length":0}\n\n{"type":"event"}\n{}\n`;
    expect(read(text)?.items).toEqual([
      ["event", payload],
      ["x", ""],
      ["event", "{}"],
    ]);
  });

  it("takes lines that end by CRLF, and blank ones between items", () => {
    const text = '{}\r\n{"type":"event","length":7}\r\n{"a":1}\r\n\r\n{"type":"event"}\r\n{"b":2}\r\n';
    expect(read(text)?.items).toEqual([
      ["event", '{"a":1}'],
      ["event", '{"b":2}\r'],
    ]);
  });

  it("steps over what it does not know, whatever is in it", () => {
    const junk = "\n{\n\0}\n";
    const text = `{}\n{"type":"attachment","length":${junk.length},"filename":"a"}\n${junk}\n{"no_type":1}\n{}\n{"type":"event"}\n{}`;
    expect(read(text)?.items.map(([type]) => type)).toEqual(["attachment", "", "event"]);
  });

  it.each([99, 3, -1, 2.5, "7", null])("takes the line where a length leads nowhere: %j", (length) => {
    const text = `{}\n${JSON.stringify({ type: "event", length })}\n{"a":1}\n{"type":"event"}\n{}`;
    expect(read(text)).toMatchObject({
      is_broken: false,
      items: [
        ["event", '{"a":1}'],
        ["event", "{}"],
      ],
    });
  });

  it.each([
    ["an item without its header", "not json\n{}"],
    ["a header that is a list", "[]\n{}"],
  ])("keeps what stands before %s, and says that it is broken", (_, rest) => {
    expect(read(`{}\n{"type":"event"}\n{"a":1}\n${rest}`)).toMatchObject({
      is_broken: true,
      items: [["event", '{"a":1}']],
    });
  });

  it.each(["", "\n", "[]", "null", "3", "{", "no json\n{}"])("is none where it begins with %j", (text) => {
    expect(read(text)).toBeNull();
  });

  it("is read no further than it is asked for", () => {
    expect(readEnvelope(bytes(`{}\n${'{"type":"a"}\n{}\n'.repeat(9)}`), 3)).toMatchObject({
      items: { length: 3 },
      is_broken: true,
    });
  });

  it("comes out of any items as they went in", () => {
    const item = fc.record({ type: fc.string(), payload: fc.uint8Array({ maxLength: 40 }) });
    fc.assert(
      fc.property(fc.array(item, { maxLength: 6 }), (items) => {
        const parts = items.flatMap(({ type, payload }) => [
          bytes(`\n${JSON.stringify({ type, length: payload.length })}\n`),
          payload,
        ]);
        const envelope = readEnvelope(Buffer.concat([bytes("{}"), ...parts]), 100);
        expect(envelope?.is_broken).toBe(false);
        expect(
          envelope?.items.map(({ type, payload }) => ({ type, payload: new Uint8Array(payload) })),
        ).toEqual(items);
      }),
    );
  });
});
