import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NUMBER_MARK } from "./carried-number";
import {
  isCarriedNumber,
  isNestedWithin,
  mapStrings,
  mayBeAsShort,
  parseJson,
  stringifyJson,
  withSortedKeys,
} from "./json";

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

/** What a producer could type to have a text taken for a number, half of the mark of this process included. */
const digits = fc.constantFrom("12345678901234567890", "1e400", "-9007199254740993");
const typed = fc
  .tuple(fc.constantFrom("\u{10FFFF}number:", "number:", NUMBER_MARK.slice(0, 12), ""), fc.string(), digits)
  .map((parts) => parts.join(""));
const LONG = "12345678901234567890";

describe("a carried number", () => {
  it("is told from every text, and neither becomes the other on the way through", () => {
    const property = fc.property(
      fc.jsonValue({ stringUnit: "binary" }),
      typed,
      digits,
      (any, text, number) => {
        const sent = `{"n":${number},"list":[${number},{"t":${JSON.stringify(text)}}],"any":${JSON.stringify(any)}}`;
        const { n, list } = parseJson(sent) as { n: unknown; list: [unknown, { t: unknown }] };
        expect([n, list[0], list[1].t].map(isCarriedNumber)).toEqual([true, true, false]);
        expect(list[1].t).toBe(text);
        expect(stringifyJson(parseJson(sent))).toBe(
          JSON.stringify(JSON.parse(sent)).replace(
            /"n":[^,]*,"list":\[[^,]*,/,
            () => `"n":${number},"list":[${number},`,
          ),
        );
      },
    );
    fc.assert(property, { numRuns: 500 });
  });

  it("has no members, no depth, and no text of its own to change", () => {
    const carried = parseJson(LONG);
    expect(Object.entries(carried as object)).toEqual([]);
    expect(isNestedWithin(carried, 0)).toBe(true);
    expect(mapStrings(carried, () => "changed")).toBe(carried);
    expect(withSortedKeys(carried)).toBe(carried);
    expect(JSON.stringify({ carried })).toBe(`{"carried":"${LONG}"}`);
  });

  it("is found at any depth and under any name", () => {
    const deep = `${"[".repeat(20_000)}${LONG}${"]".repeat(20_000)}`;
    expect(isNestedWithin(parseJson(deep), 100)).toBe(false);
    expect(stringifyJson(parseJson(`{"__proto__":${LONG},"constructor":{"toJSON":${LONG}}}`))).toBe(
      `{"__proto__":${LONG},"constructor":{"toJSON":${LONG}}}`,
    );
  });
});

describe("mayBeAsShort", () => {
  it("never says no of what is as short, and stops where it is surely longer", () => {
    const property = fc.property(fc.jsonValue(), (value) => {
      expect(mayBeAsShort(value, stringifyJson(value).length)).toBe(true);
    });
    fc.assert(property, { numRuns: 500 });
    const digits = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`k${at}`, [at, "x"]]));
    expect(mayBeAsShort(digits, stringifyJson(digits).length - 1)).toBe(false);
    expect(mayBeAsShort({ left: undefined }, 2)).toBe(true);
    expect(mayBeAsShort(parseJson(`${"[".repeat(20_000)}${"]".repeat(20_000)}`), 200)).toBe(true);
  });
});
