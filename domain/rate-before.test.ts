import { describe, expect, it } from "vitest";
import { boundariesBefore } from "./rate-before";
import { STEPS, stepBoundaries } from "./steps";

const HOUR = 3_600_000;
const at = (iso: string) => Date.parse(iso);

describe("the period before", () => {
  it("has as many steps and ends where the range starts, in every zone and step", () => {
    const [from, to] = [at("2026-03-29T10:20:00Z"), at("2026-04-05T17:40:00Z")];
    for (const zone of ["UTC", "Europe/Berlin", "Australia/Lord_Howe", "Asia/Kathmandu"])
      for (const step of STEPS.filter((each) => each !== "1m")) {
        const range = stepBoundaries(from, to, step, zone);
        const before = boundariesBefore(range, step, zone);
        expect(before).toHaveLength(range.length);
        expect(before.at(-1)).toBe(range[0]);
      }
  });

  it("of days counts days of the wall clock: the day of 23 hours is one", () => {
    const week = stepBoundaries(
      at("2026-03-29T22:00:00Z"),
      at("2026-04-05T22:00:00Z"),
      "1d",
      "Europe/Berlin",
    );
    const before = boundariesBefore(week, "1d", "Europe/Berlin");
    expect(before[0]).toBe(at("2026-03-22T23:00:00Z"));
    expect((before.at(-1) ?? 0) - (before.at(-2) ?? 0)).toBe(23 * HOUR);
  });
});
