import { seededUniform, seedOf, type Uniform } from "@/domain/bootstrap-random";
import { learnRhythm } from "@/domain/rhythm";
import type { Hour, HourCounts, HourOfWeek } from "@/domain/rhythm-hours";
import { type Heard, judgeSilence } from "@/domain/silence";
import { drawCount, FROM, type Kind, YEAR_HOURS } from "./kinds";

export type Measured = {
  codes: number;
  /** Silences of a code that had not ended, by the clock alone, and with the calls known. */
  by_clock: number;
  with_calls: number;
  /** Hours from when the code ended until it was told, ascending; those not told within twelve weeks are left out. */
  delays: number[];
  not_told: number;
  /** Mean hours between two hours in which it was seen, before it ended. */
  mean_pause: number;
};

type Told = Pick<Heard, "failures" | "calls">;
const UNTIL = FROM + YEAR_HOURS;
const WITHIN_HOURS = 12 * 168;

function draw(rate: (hour: Hour) => number, uniform: Uniform): HourCounts {
  const counts: [Hour, number][] = [];
  for (let hour = FROM; hour < UNTIL; hour += 1) {
    const count = drawCount(rate(hour), uniform);
    if (count > 0) counts.push([hour, count]);
  }
  return counts;
}

/** One code for a year: each pause that would be told as a silence, then an end of it at some time in the second half. */
export function measure(kind: Kind, codes: number, hourOfWeek: HourOfWeek): Measured {
  const measured: Measured = { codes, by_clock: 0, with_calls: 0, delays: [], not_told: 0, mean_pause: 0 };
  for (let code = 0; code < codes; code += 1) {
    const uniform = seededUniform(seedOf([code, ...[...kind.name].map((letter) => letter.charCodeAt(0))]));
    const year = kind.make(uniform, hourOfWeek);
    const told: Told = { failures: draw(year.rate, uniform), calls: draw(year.calls, uniform) };
    countFalseSilences(told, hourOfWeek, measured);
    endAndWait(told, FROM + Math.floor((0.5 + 0.25 * uniform()) * YEAR_HOURS), hourOfWeek, measured);
    measured.mean_pause += YEAR_HOURS / Math.max(1, told.failures.length) / codes;
  }
  measured.delays.sort((one, other) => one - other);
  return measured;
}

const heardOf = (told: Told, withCalls: boolean): Heard => ({
  failures: told.failures,
  calls: withCalls ? told.calls : [],
  others: [],
  unmapped: [],
  producer: [],
});

function countFalseSilences({ failures, calls }: Told, hourOfWeek: HourOfWeek, measured: Measured): void {
  for (const [index, [last]] of failures.entries()) {
    const next = failures[index + 1]?.[0];
    // A pause of three hours passes at most ten of the rhythm, whatever it is, and the threshold is above that.
    if (next === undefined || next - last < 4) continue;
    const before = { failures: failures.slice(0, index + 1), calls };
    const at = firstTold(before, last, next, hourOfWeek, false);
    if (at === null) continue;
    measured.by_clock += 1;
    if (firstTold(before, at - 1, next, hourOfWeek, true) !== null) measured.with_calls += 1;
  }
}

/** The first hour after `last` and before `until` at which it is told; by the clock any state will do. */
function firstTold(
  told: Told,
  last: Hour,
  until: Hour,
  hourOfWeek: HourOfWeek,
  withCalls: boolean,
): Hour | null {
  if (!withCalls) return firstBeyond(told, until, hourOfWeek);
  const heard = heardOf(told, true);
  for (let now = last + 1; now < until; now += 1) {
    const state = judgeSilence(heard, now, hourOfWeek)?.state;
    if (state === "fixed" || state === "hidden") return now;
  }
  return null;
}

function firstBeyond({ failures }: Told, until: Hour, hourOfWeek: HourOfWeek): Hour | null {
  const rhythm = learnRhythm(failures, hourOfWeek);
  if (rhythm === null) return null;
  let passed = 0;
  for (let hour = rhythm.last + 1; hour < until - 1; hour += 1) {
    passed += rhythm.passing[hourOfWeek(hour)] ?? 0;
    if (passed >= rhythm.threshold) return hour + 1;
  }
  return null;
}

function endAndWait({ failures, calls }: Told, end: Hour, hourOfWeek: HourOfWeek, measured: Measured): void {
  const kept = { failures: failures.filter(([hour]) => hour < end), calls };
  const beyond = firstBeyond(kept, end + WITHIN_HOURS, hourOfWeek);
  const at = beyond === null ? null : firstTold(kept, beyond - 1, end + WITHIN_HOURS, hourOfWeek, true);
  if (at === null) measured.not_told += 1;
  else measured.delays.push(Math.max(0, at - end));
}
