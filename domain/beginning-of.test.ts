import fc from "fast-check";
import { expect, test } from "vitest";
import { beginningOf } from "./beginning-of";
import { parseJson, stringifyJson } from "./json";

test("a value that is short enough is whole", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      expect(beginningOf(value, text.length)).toEqual({ value, isWhole: true });
    }),
    { numRuns: 300 },
  );
});

test("what is left out is said, and what is taken is a beginning of the text and little more than asked for", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ minLength: 1 }), { minLength: 1 }),
      fc.integer({ min: 1, max: 40 }),
      (list, most) => {
        const { value, isWhole } = beginningOf(list, most);
        const taken = value as string[];
        expect(taken.join("").length).toBeLessThanOrEqual(most);
        expect(list.join("").startsWith(taken.join(""))).toBe(true);
        expect(isWhole).toBe(taken.join("") === list.join(""));
      },
    ),
    { numRuns: 300 },
  );
});

test("names count, a number beyond a double stays one, and no member becomes a prototype", () => {
  const item = parseJson('{"__proto__": {"a": 12345678901234567890}, "later": "x"}');
  expect(stringifyJson(beginningOf(item, 100).value)).toBe(
    '{"__proto__":{"a":12345678901234567890},"later":"x"}',
  );
  expect(beginningOf(item, 10)).toEqual({ value: parseJson('{"__proto__": {}}'), isWhole: false });
  expect(beginningOf({ abcdef: 1, b: 2 }, 3)).toEqual({ value: { abc: null }, isWhole: false });
});

test("a text is cut, and what follows it is left out", () => {
  expect(beginningOf("abcdef", 4)).toEqual({ value: "abcd", isWhole: false });
  expect(beginningOf({ hint: "abcdef", tool: "x" }, 8)).toEqual({ value: { hint: "ab" }, isWhole: false });
});
