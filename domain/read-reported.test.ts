import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readReported } from "./read-reported";
import { REPORTED_FIELDS, reportedEvent } from "./reported-event";

/** What fields usually hold, at and around their limits, and what they should not. */
const value = fc.oneof(
  fc.constantFrom(null, undefined, "", " ", "\t", 0, -1, 1, 1.5, 2 ** 31 - 1, 2 ** 31, 1e300, true, [], {}),
  fc
    .constantFrom(127, 128, 129, 200, 201, 255, 256, 1000, 1001, 4000, 4001, 17_000)
    .map((length) => "x".repeat(length)),
  fc.constantFrom("0".repeat(32), "0".repeat(16), "A".repeat(32), "g".repeat(16), "ë", "a b", "a\u0000"),
  fc.constantFrom("\u0001".repeat(2000), "\u0001".repeat(3000)),
  fc.constantFrom(
    "2026-11-15T00:34:38Z",
    "00000000-0000-4000-8000-00000000000A",
    "00000000-0000-4000-8000-00000000000",
  ),
  fc.string(),
  fc.jsonValue({ maxDepth: 4 }),
);
const usual = {
  reference: "err_1",
  tool: "refund",
  message: "no",
  turn: 3,
  tenant: "acme",
  retryable: false,
};

describe("readReported", () => {
  it("takes exactly what the schema takes, field by field", () => {
    const property = fc.property(fc.constantFrom(...REPORTED_FIELDS), value, (field, sent) => {
      const item = { ...usual, [field]: sent };
      expect(readReported(item) !== null).toBe(reportedEvent.safeParse(item).success);
    });
    fc.assert(property, { numRuns: 5_000 });
  });

  it("takes exactly what the schema takes, whatever comes", () => {
    const items = fc.oneof(value, fc.dictionary(fc.constantFrom(...REPORTED_FIELDS, "other"), value));
    const property = fc.property(items, (item) => {
      expect(readReported(item) !== null).toBe(reportedEvent.safeParse(item).success);
    });
    fc.assert(property, { numRuns: 500 });
  });

  it("counts the fields that nobody knows", () => {
    expect(readReported({ ...usual, one: 1, two: null })?.ignored_fields).toBe(2);
    expect(readReported(JSON.parse('{"reference":"a","tool":"b","__proto__":1}'))?.ignored_fields).toBe(1);
  });
});
