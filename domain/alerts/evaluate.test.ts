import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AlertCondition } from "./condition";
import { readCounted, type Slot } from "./counted";
import { evaluate, type Holds, newStanding } from "./evaluate";
import { readLeaks, readLevels } from "./levels";
import { previewOf } from "./preview";
import { type AlertReading, known, unknown } from "./reading";

const MINUTE = 60_000;
const START = 1_800_000_000_000;
const condition: AlertCondition = { kind: "cases_due", within_minutes: 0, above: 10 };

const holds = fc.record({
  condition: fc.constant(condition),
  for_minutes: fc.integer({ min: 0, max: 4 }),
  resolve_after_minutes: fc.integer({ min: 0, max: 4 }),
});
/** Runs of equal readings, or all would be over before any alert is. */
const runs = fc.array(
  fc.record({
    value: fc.constantFrom(null, 3, 10, 11),
    length: fc.integer({ min: 1, max: 7 }),
  }),
  { maxLength: 25 },
);

function readingsOf(parts: { value: number | null; length: number }[]): AlertReading[] {
  return parts
    .flatMap(({ value, length }) => Array.from({ length }, () => value))
    .map((value, minute) => {
      const at = START + (minute + 1) * MINUTE;
      return value === null ? unknown(at, "nothing_reported") : known(at, value);
    });
}

/** How many readings in a row up to this one are so. */
function run(readings: readonly AlertReading[], last: number, is: (value: number) => boolean): number {
  let length = 0;
  while (length <= last) {
    const value = readings[last - length]?.value ?? null;
    if (value === null || !is(value)) break;
    length += 1;
  }
  return length;
}

/** The definition, looked up backwards at every minute: when it fires, and when it resolves. */
function byDefinition(alert: Holds, readings: readonly AlertReading[]) {
  const told: { to: "firing" | "resolved"; at: number }[] = [];
  let isFiring = false;
  for (const [place, { at }] of readings.entries()) {
    const over = run(readings, place, (value) => value > 10);
    const clear = run(readings, place, (value) => value <= 10);
    if (!isFiring && over > alert.for_minutes) told.push({ to: "firing", at });
    else if (isFiring && clear > alert.resolve_after_minutes) told.push({ to: "resolved", at });
    else continue;
    isFiring = !isFiring;
  }
  return told;
}

describe("an alert", () => {
  it("fires and resolves exactly when its definition says", () => {
    fc.assert(
      fc.property(holds, runs, (alert, parts) => {
        const readings = readingsOf(parts);
        const { changes } = evaluate(alert, newStanding(START), readings);
        const told = changes
          .filter(({ from, to }) => from === "firing" || to === "firing")
          .map(({ to, reading: { at } }) => ({ to, at }));
        expect(told).toEqual(byDefinition(alert, readings));
        // Whoever knows nothing neither fires nor resolves.
        for (const { from, to, reading } of changes)
          if (to === "firing" || from === "firing") expect(reading.value).not.toBeNull();
      }),
      { numRuns: 500 },
    );
  });

  it("shows no data as such, and what fires stays firing", () => {
    fc.assert(
      fc.property(holds, runs, (alert, parts) => {
        const readings = readingsOf(parts);
        for (const [place, { value }] of readings.entries()) {
          const { standing } = evaluate(alert, newStanding(START), readings.slice(0, place + 1));
          expect(standing.unknown_since === null).toBe(value !== null);
          if (value === null) expect(["no_data", "firing"]).toContain(standing.state);
          else expect(standing.state).not.toBe("no_data");
        }
      }),
      { numRuns: 100 },
    );
  });

  it("does the same however often it is evaluated, and in a preview", () => {
    fc.assert(
      fc.property(holds, runs, fc.integer({ min: 1, max: 9 }), (alert, parts, size) => {
        const readings = readingsOf(parts);
        const whole = evaluate(alert, newStanding(START), readings);
        let standing = newStanding(START);
        const changes = [];
        for (let from = 0; from < readings.length; from += size) {
          const part = evaluate(alert, standing, readings.slice(from, from + size));
          standing = part.standing;
          changes.push(...part.changes);
        }
        expect({ standing, changes }).toEqual(whole);
        const preview = previewOf(alert, START, readings);
        expect(preview.state).toBe(standing.state);
        const fired = changes.filter(({ to }) => to === "firing").map(({ reading: { at } }) => at);
        const ended = changes.filter(({ from }) => from === "firing").map(({ reading: { at } }) => at);
        expect(preview.firings.map(({ fired_at }) => fired_at)).toEqual(fired);
        expect(preview.firings.flatMap(({ resolved_at }) => resolved_at ?? [])).toEqual(ended);
      }),
      { numRuns: 300 },
    );
  });
});

describe("readings", () => {
  const slots = fc.array(
    fc.record({
      at: fc.integer({ min: 0, max: 59 }).map((minute) => START + minute * MINUTE),
      failures: fc.integer({ min: 0, max: 5 }),
      calls: fc.integer({ min: 0, max: 2 }),
    }),
    { maxLength: 20 },
  );
  const window = fc.integer({ min: 1, max: 20 });
  const piece = { from: START + 20 * MINUTE, to: START + 60 * MINUTE, seconds: 60 };

  it("of a share are of the failures in the window, and nothing with too few", () => {
    fc.assert(
      fc.property(slots, window, fc.integer({ min: 1, max: 8 }), (given, window_minutes, min_failures) => {
        const counted: Slot[] = given.map((slot) => ({ ...slot, counted: Math.floor(slot.failures / 2) }));
        const share = { kind: "unmapped_share" as const, above: 0, window_minutes, min_failures };
        const readings = readCounted(share, { ...piece, slots: counted });
        expect(readings).toHaveLength(40);
        for (const { at, value, numerator, denominator } of readings) {
          const inside = counted.filter((slot) => slot.at >= at - window_minutes * MINUTE && slot.at < at);
          const failures = inside.reduce((sum, slot) => sum + slot.failures, 0);
          const unmapped = inside.reduce((sum, slot) => sum + slot.counted, 0);
          expect([numerator, denominator]).toEqual([unmapped, failures]);
          expect(value).toEqual(failures < min_failures ? null : unmapped / failures);
        }
      }),
      { numRuns: 200 },
    );
  });

  it("of a rate are zero only where something was reported", () => {
    fc.assert(
      fc.property(slots, window, (given, window_minutes) => {
        const rate = { kind: "rate" as const, code: "timeout", class: null, above: 1, per: "hour" as const };
        const counted: Slot[] = given.map((slot) => ({ ...slot, counted: slot.failures % 2 }));
        for (const { at, value } of readCounted({ ...rate, window_minutes }, { ...piece, slots: counted })) {
          const inside = counted.filter((slot) => slot.at >= at - window_minutes * MINUTE && slot.at < at);
          const sum = (name: "failures" | "calls" | "counted") =>
            inside.reduce((total, slot) => total + slot[name], 0);
          const isReported = sum("failures") + sum("calls") > 0;
          expect(value).toEqual(isReported ? sum("counted") / (window_minutes / 60) : null);
        }
      }),
      { numRuns: 200 },
    );
  });

  it("of leaks count places once, and those of levels what stands at the moment", () => {
    const at = (minute: number) => START + minute * MINUTE;
    const points = [
      { place: "a", at: at(22) },
      { place: "a", at: at(23) },
      { place: "b", at: at(23) },
    ];
    const leaking = readLeaks({ window_minutes: 5 }, { ...piece, points, reported: [at(21), at(40)] });
    const valueAt = (minute: number) => leaking.find((reading) => reading.at === at(minute))?.value;
    expect([22, 23, 24, 28, 29, 41, 46].map(valueAt)).toEqual([0, 1, 2, 2, null, 0, null]);
    const steps = [
      { at: at(30), by: 2 },
      { at: at(35), by: -1 },
    ];
    const knownTo = { from: at(25), to: at(50) };
    const levels = readLevels({ steps, known: knownTo, otherwise: "not_judged" }, piece.from, piece.to);
    const levelAt = (minute: number) => levels.find((reading) => reading.at === at(minute));
    expect([24, 25, 30, 34, 35, 51].map((minute) => levelAt(minute)?.value)).toEqual([
      null,
      0,
      2,
      2,
      1,
      null,
    ]);
    expect(levelAt(51)?.no_data).toBe("not_judged");
  });

  it("of quarter hours widen the window to whole ones", () => {
    const slotsOf = [{ at: START, failures: 30, counted: 30, calls: 0 }];
    const rate = { kind: "rate" as const, code: "timeout", class: null, above: 1, per: "minute" as const };
    const quarters = { from: START, to: START + 30 * MINUTE, seconds: 900, slots: slotsOf };
    const readings = readCounted({ ...rate, window_minutes: 5 }, quarters);
    expect(readings.map(({ value }) => value)).toEqual([2, null]);
  });
});
