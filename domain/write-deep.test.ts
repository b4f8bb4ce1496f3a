import fc from "fast-check";
import { expect, it } from "vitest";
import { parseJson, stringifyJson, withoutDepth } from "./json";
import { sanitizeParsed } from "./sanitize-json";
import { writeDeep } from "./write-deep";

const DEEP = 10_000;
const nested = (inner: string, levels = DEEP) => `${'{"a":['.repeat(levels)}${inner}${"]}".repeat(levels)}`;

it("writes what JSON.stringify writes, of any value", () => {
  const property = fc.property(fc.jsonValue(), fc.constantFrom(undefined, null, {}, []), (any, odd) => {
    const value = { any, odd, list: [odd, any] };
    expect(writeDeep(value, (plain) => JSON.stringify(plain) ?? "null")).toBe(JSON.stringify(value));
  });
  fc.assert(property, { numRuns: 500 });
});

it("two values differ in what is written of them, however deep they nest and wherever they differ", () => {
  const property = fc.property(
    fc.jsonValue(),
    fc.constantFrom("1", "12345678901234567890"),
    (any, number) => {
      const text = `{"any":${JSON.stringify(any)},"deep":${nested(number)}}`;
      expect(stringifyJson(parseJson(text))).toBe(
        `{"any":${JSON.stringify(JSON.parse(JSON.stringify(any)))},"deep":${nested(number)}}`,
      );
    },
  );
  fc.assert(property, { numRuns: 8 });
});

it("cuts what nests too deep, and keeps all that does not", () => {
  const item = parseJson(`{"reference":"r1","attributes":${nested('"x"')},"n":12345678901234567890}`);
  const kept = stringifyJson(withoutDepth(item, 6));
  expect(kept).toContain('{"reference":"r1","attributes":{"a":[{"a":[');
  expect(kept).toMatch(/"\(nested too deeply to be kept\)".*,"n":12345678901234567890\}$/);
  const flat = { a: [{ b: 1 }] };
  expect(withoutDepth(flat, 6)).toBe(flat);
});

it("leaves no text that PostgreSQL refuses, in values and names of any depth, and changes nothing else", () => {
  const any = fc.jsonValue({ stringUnit: "binary" });
  const bad = fc.constantFrom("", "\0", "\ud800", "x\udc00y");
  const property = fc.property(any, bad, fc.constantFrom(1, 300, DEEP), (value, text, levels) => {
    const json = `{"any":${JSON.stringify(value)},"__proto__":1,"k${JSON.stringify(text).slice(1, -1)}":${nested(JSON.stringify(text), levels)}}`;
    const before = stringifyJson(JSON.parse(json));
    const { value: after, sanitized } = sanitizeParsed(JSON.parse(json), () => false);
    const written = stringifyJson(after);
    expect(written).not.toMatch(/\\u0000|\\ud[89a-f]/);
    expect(sanitized).toBe(written !== before);
    if (text !== "") expect(sanitized).toBe(true);
    if (!/\\u0000|\\ud[89a-f]/.test(json)) expect(written).toBe(before);
  });
  fc.assert(property, { numRuns: 40 });
});
