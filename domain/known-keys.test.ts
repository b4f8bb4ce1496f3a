import fc from "fast-check";
import { expect, it } from "vitest";
import { holdsLongRun } from "./known-keys";

it("finds a run of ten wherever it stands, and none where there is none", () => {
  const text = fc.string({
    unit: fc.constantFrom("a", "Z", "0", "_", "-", "a", "b", " ", ".", "é"),
    maxLength: 60,
  });
  const property = fc.property(text, (some) => {
    expect(holdsLongRun(some)).toBe(/[\w-]{10}/.test(some));
  });
  fc.assert(property, { numRuns: 5_000 });
  for (let before = 0; before < 25; before += 1) {
    const [blank, next] = [" ".repeat(before), `a${" ".repeat(before)}`];
    for (const lead of [blank, next]) {
      expect(holdsLongRun(`${lead} 0123456789 b`)).toBe(true);
      expect(holdsLongRun(`${lead} 012345678 b`)).toBe(false);
    }
  }
});
