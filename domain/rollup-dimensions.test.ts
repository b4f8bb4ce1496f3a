import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EVENT_CLASSES } from "./event-class";
import { countedKey, seriesKey, seriesOf } from "./rollup-dimensions";

const text = fc.constantFrom("a", "b", "ab", "null", "false", " ", "a\u0001");
const counted = fc.record({
  service: fc.option(text),
  environment: fc.option(text),
  class: fc.constantFrom(...EVENT_CLASSES),
  unmapped: fc.boolean(),
  tool: text,
  code: text,
  effect: fc.constantFrom("absent" as const, "committed" as const, "unknown" as const, null),
  release: fc.option(text),
  tenant: fc.option(text),
});

describe("countedKey", () => {
  it("is equal exactly for events that count in the same three series", () => {
    const differing = fc.subarray([
      "service",
      "environment",
      "tool",
      "code",
      "effect",
      "release",
      "tenant",
    ] as const);
    const property = fc.property(counted, counted, differing, (one, another, fields) => {
      const other = { ...one, ...Object.fromEntries(fields.map((field) => [field, another[field]])) };
      const same =
        JSON.stringify(seriesOf(one).map(seriesKey)) === JSON.stringify(seriesOf(other).map(seriesKey));
      expect(countedKey(one) === countedKey(other)).toBe(same);
    });
    fc.assert(property, { numRuns: 2_000 });
  });

  it("is equal for what is equal, and tells every part of an absent one", () => {
    const property = fc.property(counted, (event) => {
      expect(countedKey({ ...event })).toBe(countedKey(event));
      for (const part of ["service", "environment", "release", "tenant"] as const)
        if (event[part] !== null) expect(countedKey({ ...event, [part]: null })).not.toBe(countedKey(event));
    });
    fc.assert(property, { numRuns: 500 });
  });
});
