import fc from "fast-check";
import { expect, test } from "vitest";
import { rewriteStrings } from "./rewrite-strings";

const shout = (text: string) => text.toUpperCase();

test("only the top-level member is rewritten, and no other byte", () => {
  const line =
    ' { "n" : 9007199254740993, "at":"a", "in": {"at":"a", "x": ["at", "}"]}, "s":"\\"at\\":\\u0000" } ';
  expect(rewriteStrings(line, "at", shout)).toBe(line.replace('"at":"a"', '"at":"A"'));
});

test("duplicate members are all rewritten, so that whichever counts is", () => {
  expect(rewriteStrings('{"at":"a","at":"b"}', "at", shout)).toBe('{"at":"A","at":"B"}');
});

test("a key spelled with escapes is the same key; a value that is no string stays", () => {
  expect(rewriteStrings('{"\\u0061t":"a"}', "at", shout)).toBe('{"\\u0061t":"A"}');
  for (const line of ['{"at":17}', '{"at":null}', '{"at":["a"]}', "{}", '{"b":{}}'])
    expect(rewriteStrings(line, "at", shout)).toBe(line);
});

test("for any object: the text parses to the same, but for the member", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), fc.nat(3), (object, at, indent) => {
      const line = JSON.stringify({ ...object, at }, null, indent);
      const rewritten = JSON.parse(rewriteStrings(line, "at", (text) => `${text}!`));
      expect(rewritten).toEqual(JSON.parse(JSON.stringify({ ...object, at: `${at}!` })));
    }),
  );
});
