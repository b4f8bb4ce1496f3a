import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededUniform, type Uniform } from "./bootstrap-random";
import { learnRhythm, passedBetween } from "./rhythm";
import { HOURS_OF_WEEK, type Hour, hourOf, hourOfWeekIn } from "./rhythm-hours";

const MONDAY = hourOf(Date.UTC(2026, 5, 1));
const utc = hourOfWeekIn("UTC");
const berlin = hourOfWeekIn("Europe/Berlin");

/** Hours of some weeks in which it is seen with a probability. */
function seen(weeks: number, probability: (of: number) => number, uniform: Uniform, of = utc) {
  const hours: [Hour, number][] = [];
  for (let hour = MONDAY; hour < MONDAY + weeks * HOURS_OF_WEEK; hour += 1)
    if (uniform() < probability(of(hour))) hours.push([hour, 1]);
  return hours;
}
const atWork = (of: number) => (of < 120 && of % 24 >= 8 && of % 24 < 18 ? 0.6 : 0);
const seeds = fc.integer({ min: 0, max: 2 ** 31 });

describe("hours of the week", () => {
  it("begin on Monday at midnight on the wall clock, also across the change of the clocks", () => {
    expect(utc(MONDAY)).toBe(0);
    expect(utc(MONDAY + 167)).toBe(167);
    expect(berlin(MONDAY - 2)).toBe(0);
    expect(berlin(hourOf(Date.UTC(2026, 10, 1, 23)))).toBe(0);
    const kathmandu = hourOfWeekIn("Asia/Kathmandu");
    expect(kathmandu(hourOf(Date.UTC(2026, 5, 1, 0)))).toBe(5);
  });
});

describe("a rhythm", () => {
  it("is not told from less than two weeks or a dozen hours", () => {
    expect(learnRhythm([], utc)).toBeNull();
    expect(
      learnRhythm(
        seen(1, () => 0.5, seededUniform(1)),
        utc,
      ),
    ).toBeNull();
    const weekly = Array.from({ length: 11 }, (_, week): [Hour, number] => [
      MONDAY + week * HOURS_OF_WEEK,
      1,
    ]);
    expect(learnRhythm(weekly, utc)).toBeNull();
  });

  it("passes in all about one for each hour in which the code is seen, whatever its week looks like", () => {
    fc.assert(
      fc.property(seeds, fc.double({ min: 0.05, max: 0.4, noNaN: true }), (seed, level) => {
        const hours = seen(8, (of) => (of % 24 < 12 ? level : level / 4), seededUniform(seed));
        const rhythm = learnRhythm(hours, utc);
        if (rhythm === null) return;
        const passed = passedBetween(rhythm.passing, rhythm.first, rhythm.last + 1, utc);
        expect(passed / hours.length).toBeGreaterThan(0.8);
        expect(passed / hours.length).toBeLessThan(1.5);
      }),
      { numRuns: 40, seed: 11 },
    );
  });

  it("stands nearly still at weekends and nights where it always did", () => {
    const rhythm = learnRhythm(seen(6, atWork, seededUniform(5)), utc);
    if (rhythm === null) throw new Error("six weeks are enough");
    const [saturday, monday] = [MONDAY + 6 * HOURS_OF_WEEK - 48, MONDAY + 6 * HOURS_OF_WEEK];
    expect(passedBetween(rhythm.passing, saturday, monday, utc)).toBeLessThan(0.5);
    expect(passedBetween(rhythm.passing, monday + 8, monday + 18, utc)).toBeGreaterThan(5);
    expect(rhythm.threshold).toBeGreaterThan(10);
  });

  it("is the same some weeks later", () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1, max: 300 }), (seed, weeks) => {
        const hours = seen(4, () => 0.3, seededUniform(seed));
        const later = hours.map(([hour, count]): [Hour, number] => [hour + weeks * HOURS_OF_WEEK, count]);
        const [one, other] = [learnRhythm(hours, utc), learnRhythm(later, utc)];
        expect(other?.threshold).toBe(one?.threshold);
        expect(other?.passing).toEqual(one?.passing);
      }),
      { numRuns: 25 },
    );
  });

  it("asks for a pause longer than any there was, and longer where bursts make pauses long", () => {
    const steady = learnRhythm(
      seen(8, () => 0.2, seededUniform(2)),
      utc,
    );
    const inBursts = learnRhythm(
      seen(
        8,
        (of) => (Math.floor(of / 12) % 5 === 0 ? 1 : 0),
        seededUniform(2),
        (hour) => hour - MONDAY,
      ),
      utc,
    );
    expect(steady?.threshold).toBeGreaterThan(steady?.longest ?? 0);
    expect(inBursts?.threshold).toBeGreaterThan(2 * (steady?.threshold ?? 0));
  });
});
