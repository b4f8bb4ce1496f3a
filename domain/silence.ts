import { learnRhythm, passedBetween, type Rhythm, weeklyMean } from "./rhythm";
import { HOURS_OF_WEEK, type Hour, type HourCounts, type HourOfWeek, sumBetween } from "./rhythm-hours";
import type { SilenceEvidence, SilenceState } from "./silence-states";

/** What a code's silence is judged by, all of its own service, environment and (where confined) tenant. */
export type Heard = {
  /** The code's failures on the tool. */
  failures: HourCounts;
  /** Calls of the tool; empty when none are reported. */
  calls: HourCounts;
  /** Other failures of the tool, unmapped ones included. */
  others: HourCounts;
  /** Unmapped failures of the tool by group, so that the fall of one does not hide the rise of another. */
  unmapped: readonly HourCounts[];
  /** Whatever else the service reports: failures of other codes, calls of any tool. */
  producer: HourCounts;
};

export type SilenceJudgement = {
  state: Exclude<SilenceState, "returned">;
  rhythm: Rhythm;
  evidence: SilenceEvidence;
};

/** So much of something has to be expected before its absence says anything. */
const EXPECTED_LEAST = 5;
/** How long after the last sight a rise of unmapped failures is looked for: later ones are other stories. */
export const RISE_HOURS = 2 * HOURS_OF_WEEK;
/** A rise: at least this part of what is missing, and this many standard deviations. */
const RISE_OF_MISSING = 0.3;
const RISE_LEAST = 3;
const RISE_DEVIATIONS = 3;
/** A group that rose by less may have risen by chance, and many such look like a rise. */
const GROUP_DEVIATIONS = 2;

/**
 * Judges whether a code has gone silent by its own rhythm, as of `now`, the hour that still runs; null: it has not, or is
 * too little known. A silence counts only as far as the tool went on being used: a pause in which hardly anything was
 * called passes hardly any of the rhythm (docs/silence.md).
 */
export function judgeSilence(heard: Heard, now: Hour, hourOfWeek: HourOfWeek): SilenceJudgement | null {
  const rhythm = learnRhythm(heard.failures, hourOfWeek);
  if (rhythm === null) return null;
  const since = rhythm.last + 1;
  const passed = passedBetween(rhythm.passing, since, now, hourOfWeek);
  if (passed < rhythm.threshold) return null;
  const compare = (counts: HourCounts, until = now) => compareSince(counts, rhythm, until, hourOfWeek);
  const calls = heard.calls.length === 0 ? null : compare(heard.calls);
  const others = compare(heard.others);
  const unmapped = riseOf(heard, rhythm, now, hourOfWeek);
  const evidence: SilenceEvidence = {
    ...{ expected: passed, threshold: rhythm.threshold, longest_before: rhythm.longest },
    ...{ active_hours: rhythm.active_hours, failures: rhythm.failures },
    learned_days: Math.ceil((rhythm.last - rhythm.first + 1) / 24),
    ...{ calls_since: calls?.since ?? null, calls_expected: calls?.expected ?? null },
    ...{ others_since: others.since, others_expected: others.expected },
    ...{ unmapped_since: unmapped.since, unmapped_expected: unmapped.expected },
  };
  const state = stateOf(
    passed / rhythm.threshold,
    { calls, others, producer: compare(heard.producer) },
    unmapped,
  );
  return { state, rhythm, evidence };
}

type Compared = { since: number; expected: number };

/** Something's amount since the code was last seen, and what it would have been by its own week before. */
function compareSince(counts: HourCounts, rhythm: Rhythm, until: Hour, hourOfWeek: HourOfWeek): Compared {
  const { first, last } = rhythm;
  const known = new Map(counts);
  const profile = weeklyMean(first, last, hourOfWeek, (hour) => known.get(hour) ?? 0);
  return {
    since: sumBetween(counts, last + 1, until),
    expected: passedBetween(profile, last + 1, until, hourOfWeek),
  };
}

/**
 * How many unmapped failures came since beside what there would have been had nothing changed, of the groups that rose: that
 * another group got a name meanwhile must not hide it.
 */
function riseOf(heard: Heard, rhythm: Rhythm, now: Hour, hourOfWeek: HourOfWeek) {
  const until = Math.min(now, rhythm.last + 1 + RISE_HOURS);
  const groups = heard.unmapped.map((counts) => compareSince(counts, rhythm, until, hourOfWeek));
  const rose = groups.filter((group) => deviationsOf(group) >= GROUP_DEVIATIONS);
  const sum = (of: readonly Compared[], part: keyof Compared) => of.reduce((all, one) => all + one[part], 0);
  const known = new Map(heard.failures);
  const profile = weeklyMean(rhythm.first, rhythm.last, hourOfWeek, (hour) => known.get(hour) ?? 0);
  const missing = passedBetween(profile, rhythm.last + 1, until, hourOfWeek);
  const whole = { since: sum(rose, "since"), expected: sum(rose, "expected") };
  const more = whole.since - whole.expected;
  const rises =
    deviationsOf(whole) >= RISE_DEVIATIONS && more >= Math.max(RISE_LEAST, RISE_OF_MISSING * missing);
  return { ...whole, rises };
}

/** Anscombe's transform: counts of any size have about the same deviation. */
const deviationsOf = ({ since, expected }: Compared) =>
  2 * (Math.sqrt(since + 3 / 8) - Math.sqrt(expected + 3 / 8));

type Traffic = { calls: Compared | null; others: Compared; producer: Compared };

/**
 * `beyond` is how many thresholds the silence has lasted by the clock; the traffic says how much of that counts. Calls tell
 * best. Without them other failures of the tool do, where enough of them are expected.
 */
function stateOf(
  beyond: number,
  { calls, others, producer }: Traffic,
  unmapped: { rises: boolean },
): SilenceJudgement["state"] {
  // Calls of nothing beside failures of something: the reports of calls have ended, not the calls.
  const hasCalls = calls !== null && calls.expected > 0 && (calls.since > 0 || others.since === 0);
  const usage = hasCalls ? calls : others;
  const isTold = hasCalls || usage.expected >= EXPECTED_LEAST;
  const used = usage.expected === 0 ? 0 : Math.min(1, usage.since / usage.expected);
  if (isTold && beyond * used >= 1) return unmapped.rises ? "hidden" : "fixed";
  if (producer.since === 0 && producer.expected >= EXPECTED_LEAST) return "producer_stopped";
  return isTold ? "no_traffic" : "unexplained";
}
