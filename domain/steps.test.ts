import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaultStep, permittedSteps, STEP_MILLIS, STEPS, stepBoundaries } from "./steps";

const HOUR = 3_600_000;
const at = (iso: string) => Date.parse(iso);
const starts = (from: string, to: string, step: (typeof STEPS)[number], zone: string) =>
  stepBoundaries(at(from), at(to), step, zone).map((millis) => new Date(millis).toISOString().slice(0, 16));

/** The wall clock as its parts, read by another formatter than the one under test. */
function wallClock(millis: number, zone: string): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium" }).format(
    millis,
  );
}

describe("steps", () => {
  it("a day in Chicago with the fall-back hour has 25 hours", () => {
    const hours = stepBoundaries(
      at("2022-11-06T05:00:00Z"),
      at("2022-11-07T06:00:00Z"),
      "1h",
      "America/Chicago",
    );
    expect(hours).toHaveLength(26);
    const repeated = hours.filter((start) => wallClock(start, "America/Chicago") === "2022-11-06 01:00:00");
    expect(repeated).toHaveLength(2);
    expect(starts("2022-11-06T12:00:00Z", "2022-11-06T12:01:00Z", "1d", "America/Chicago")).toEqual([
      "2022-11-06T05:00",
      "2022-11-07T06:00",
    ]);
  });

  it("quarter days follow the wall clock when the clock jumps ahead", () => {
    expect(starts("2026-03-29T00:00:00Z", "2026-03-29T12:00:00Z", "6h", "Europe/Berlin")).toEqual([
      "2026-03-28T23:00",
      "2026-03-29T04:00",
      "2026-03-29T10:00",
      "2026-03-29T16:00",
    ]);
  });

  it("hours and days of half-hour and quarter-hour zones start on their own full hour", () => {
    expect(starts("2026-01-01T00:00:00Z", "2026-01-01T01:00:00Z", "1h", "Asia/Kolkata")).toEqual([
      "2025-12-31T23:30",
      "2026-01-01T00:30",
      "2026-01-01T01:30",
    ]);
    expect(starts("2026-01-01T00:00:00Z", "2026-01-01T01:00:00Z", "1d", "Asia/Kathmandu")).toEqual([
      "2025-12-31T18:15",
      "2026-01-01T18:15",
    ]);
  });

  it("a midnight that is skipped begins when the clock has jumped, and a skipped day is no step", () => {
    expect(starts("2024-03-10T12:00:00Z", "2024-03-10T13:00:00Z", "1d", "America/Havana")).toEqual([
      "2024-03-10T05:00",
      "2024-03-11T04:00",
    ]);
    expect(starts("2011-12-30T00:00:00Z", "2011-12-31T00:00:00Z", "1d", "Pacific/Apia")).toEqual([
      "2011-12-29T10:00",
      "2011-12-30T10:00",
      "2011-12-31T10:00",
    ]);
  });

  it("a midnight that comes twice begins its day once", () => {
    expect(starts("2024-11-03T12:00:00Z", "2024-11-03T13:00:00Z", "1d", "America/Havana")).toEqual([
      "2024-11-03T04:00",
      "2024-11-04T05:00",
    ]);
  });

  it("a range already on whole steps is used as it is", () => {
    expect(starts("2026-01-01T00:00:00Z", "2026-01-01T00:10:00Z", "5m", "UTC")).toEqual([
      "2026-01-01T00:00",
      "2026-01-01T00:05",
      "2026-01-01T00:10",
    ]);
  });

  it("too fine a step is not permitted, and the default stays readable", () => {
    expect(permittedSteps(30 * 24 * HOUR)).toEqual(["1h", "6h", "1d"]);
    expect(defaultStep(HOUR)).toBe("1m");
    expect(defaultStep(24 * HOUR)).toBe("5m");
    expect(defaultStep(4000 * 24 * HOUR)).toBe("1d");
  });
});

describe("step boundaries of any range in any zone", () => {
  const zones = [
    "UTC",
    "America/Chicago",
    "America/St_Johns",
    "America/Havana",
    "America/Sao_Paulo",
    "Europe/Berlin",
    "Europe/Dublin",
    "Africa/Casablanca",
    "Asia/Kolkata",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "Pacific/Chatham",
    "Pacific/Apia",
    "Antarctica/Troll",
  ];
  const range = fc.record({
    from: fc.integer({ min: at("1975-01-01T00:00:00Z"), max: at("2037-01-01T00:00:00Z") }),
    steps: fc.double({ min: 0.001, max: 120, noNaN: true }),
    step: fc.constantFrom(...STEPS),
    zone: fc.constantFrom(...zones),
  });

  it("cover it, rise strictly, and start on whole steps of the wall clock or at a jump", () => {
    fc.assert(
      fc.property(range, ({ from, steps, step, zone }) => {
        const to = from + Math.ceil(steps * STEP_MILLIS[step]);
        const boundaries = stepBoundaries(from, to, step, zone);
        const [first, second] = boundaries;
        expect(first).toBeLessThanOrEqual(from);
        expect(second).toBeGreaterThan(from);
        expect(boundaries.at(-1)).toBeGreaterThanOrEqual(to);
        expect(boundaries.at(-2)).toBeLessThan(to);
        for (const [index, start] of boundaries.entries()) {
          if (index > 0) expect(start).toBeGreaterThan(boundaries[index - 1] ?? 0);
          expectWholeStep(start, step, zone);
        }
      }),
      { numRuns: 400 },
    );
  });

  it("widening what was widened changes nothing", () => {
    fc.assert(
      fc.property(range, ({ from, steps, step, zone }) => {
        const once = stepBoundaries(from, from + Math.ceil(steps * STEP_MILLIS[step]), step, zone);
        const again = stepBoundaries(once[0] ?? 0, once.at(-1) ?? 0, step, zone);
        expect(again).toEqual(once);
      }),
      { numRuns: 200 },
    );
  });

  function expectWholeStep(start: number, step: (typeof STEPS)[number], zone: string): void {
    const [, clock = ""] = wallClock(start, zone).split(" ");
    const [hour = 0, minute = 0, second = 0] = clock.split(":").map(Number);
    const sinceMidnight = (hour * 3600 + minute * 60 + second) * 1000;
    if (sinceMidnight % STEP_MILLIS[step] === 0) return;
    expect(STEP_MILLIS[step], `${new Date(start).toISOString()} in ${zone}`).toBeGreaterThan(HOUR);
    const jump = sinceMidnight - wallSeconds(start - 1000, zone) * 1000;
    expect(jump % (24 * HOUR)).not.toBe(1000);
  }

  function wallSeconds(millis: number, zone: string): number {
    const [hour = 0, minute = 0, second = 0] = (wallClock(millis, zone).split(" ")[1] ?? "")
      .split(":")
      .map(Number);
    return hour * 3600 + minute * 60 + second;
  }
});
