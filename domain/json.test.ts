import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJson, stringifyJson } from "./json";

/** Numbers as JSON writes them, many of them beyond a double. */
const number = fc
  .tuple(
    fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
    fc.constantFrom("", "e5", "E+400", "e-400", ".5e299"),
  )
  .map(([digits, rest]) => `${digits}${rest}`);
const space = fc.constantFrom("", " ", "\n", "\t", "\r\n");

describe("parseJson", () => {
  it("keeps every integer digit for digit, wherever in the text it stands", () => {
    const property = fc.property(fc.bigInt(), space, (integer, blank) => {
      const texts = [
        `${blank}${integer}`,
        `[${blank}${integer}]`,
        `[0,${blank}${integer}]`,
        `{"a":${blank}${integer}}`,
      ];
      for (const text of texts) expect(stringifyJson(parseJson(text))).toBe(text.replaceAll(/\s/g, ""));
    });
    fc.assert(property, { numRuns: 1_000 });
  });

  it("loses no number that a double cannot hold", () => {
    const property = fc.property(number, (text) => {
      const written = stringifyJson(parseJson(`{"n":${text}}`)).slice(5, -1);
      expect(written === text || Number(written) === Number(text)).toBe(true);
      if (!Number.isFinite(Number(text))) expect(written).toBe(text);
    });
    fc.assert(property, { numRuns: 1_000 });
  });

  it("reads texts as they are, digits, exponents and all", () => {
    for (const text of [
      "5b3e4567-e89b-42d3-a456-426614174000",
      "order: 1234567890123456",
      "[1e400, 12345678901234567890]",
    ])
      expect(parseJson(JSON.stringify({ text, n: 1 }))).toEqual({ text, n: 1 });
  });
});
