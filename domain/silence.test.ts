import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededUniform } from "./bootstrap-random";
import { HOURS_OF_WEEK, type Hour, type HourCounts, hourOf, hourOfWeekIn } from "./rhythm-hours";
import { type Heard, judgeSilence } from "./silence";

const MONDAY = hourOf(Date.UTC(2026, 5, 1));
const utc = hourOfWeekIn("UTC");
const END = MONDAY + 6 * HOURS_OF_WEEK;
/** Two weeks after the code was last seen. */
const NOW = END + 2 * HOURS_OF_WEEK;

/** Something that comes with a probability in every hour of [from, to). */
function coming(from: Hour, to: Hour, probability: number, seed: number, each = 1): HourCounts {
  const uniform = seededUniform(seed);
  const counts: [Hour, number][] = [];
  for (let hour = from; hour < to; hour += 1) if (uniform() < probability) counts.push([hour, each]);
  return counts;
}
const before = (probability: number, seed: number, each = 1) => coming(MONDAY, END, probability, seed, each);
const throughout = (probability: number, seed: number, each = 1) =>
  coming(MONDAY, NOW, probability, seed, each);

const heard = (parts: Partial<Heard> = {}): Heard => ({
  failures: before(0.3, 1),
  calls: throughout(1, 2, 20),
  others: throughout(0.3, 3),
  unmapped: [throughout(0.2, 4)],
  producer: throughout(1, 2, 20),
  ...parts,
});
const stateOf = (parts: Partial<Heard> = {}, now = NOW) =>
  judgeSilence(heard(parts), now, utc)?.state ?? null;

describe("a code that is no longer seen", () => {
  it("is fixed where calls go on and nothing took its place", () => {
    expect(stateOf()).toBe("fixed");
  });

  it("is hidden where unmapped failures of the tool rose, also while another group got a name", () => {
    const risen = coming(END, NOW, 0.3, 5);
    expect(stateOf({ unmapped: [throughout(0.2, 4), risen] })).toBe("hidden");
    expect(stateOf({ unmapped: [before(0.6, 6, 2), risen] })).toBe("hidden");
    expect(stateOf({ unmapped: [before(0.6, 6, 2)] })).toBe("fixed");
  });

  it("is not called fixed where the tool is hardly called any more", () => {
    expect(stateOf({ calls: [...before(1, 2, 20), ...coming(END, NOW, 0.02, 7, 20)] })).toBe("no_traffic");
  });

  it("says that the producer stopped where nothing at all is reported", () => {
    const silent = {
      calls: before(1, 2, 20),
      others: before(0.3, 3),
      unmapped: [],
      producer: before(1, 2, 20),
    };
    expect(stateOf(silent)).toBe("producer_stopped");
  });

  it("is judged by the tool's other failures where calls are not reported, or no longer", () => {
    expect(stateOf({ calls: [] })).toBe("fixed");
    expect(stateOf({ calls: before(1, 2, 20) })).toBe("fixed");
    expect(stateOf({ calls: [], others: before(0.3, 3), unmapped: [] })).toBe("no_traffic");
  });

  it("is left unexplained where nothing tells whether the tool is called", () => {
    expect(stateOf({ calls: [], others: [], unmapped: [] })).toBe("unexplained");
    expect(stateOf({ calls: [], others: [], unmapped: [], producer: [] })).toBe("unexplained");
  });

  it("is not silent before its own rhythm says so, nor when it was seldom seen", () => {
    expect(stateOf({}, END + 8)).toBeNull();
    expect(stateOf({ failures: before(0.008, 8) })).toBeNull();
  });

  it("stays silent as long as it is not seen, and says since when", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e6 }),
        fc.double({ min: 0.03, max: 1, noNaN: true }),
        fc.integer({ min: 0, max: 2000 }),
        (seed, probability, later) => {
          const failures = before(probability, seed);
          const parts = heard({ failures, calls: coming(MONDAY, NOW + 2000, 1, 2, 20) });
          const [now, then] = [judgeSilence(parts, NOW, utc), judgeSilence(parts, NOW + later, utc)];
          if (now === null) return;
          expect(then?.rhythm.last).toBe(failures.at(-1)?.[0]);
          expect(then?.evidence.threshold).toBe(now.evidence.threshold);
          expect(then?.evidence.expected).toBeGreaterThanOrEqual(now.evidence.expected);
        },
      ),
      { numRuns: 40 },
    );
  });

  it("does not cry at weekends: what comes only at work is expected again on Monday", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e6 }), (seed) => {
        const uniform = seededUniform(seed);
        const failures: [Hour, number][] = [];
        for (let hour = MONDAY; hour < END; hour += 1) {
          const of = utc(hour);
          if (of < 120 && of % 24 >= 8 && of % 24 < 18 && uniform() < 0.7) failures.push([hour, 1]);
        }
        // Monday at nine, an hour after work began; the code was last seen on Friday.
        expect(judgeSilence(heard({ failures }), END + 9, utc)).toBeNull();
      }),
      { numRuns: 40, seed: 3 },
    );
  });
});
