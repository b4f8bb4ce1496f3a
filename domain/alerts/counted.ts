import type { ConditionOf } from "./condition";
import { type AlertReading, known, unknown } from "./reading";

const MINUTE = 60_000;

/** What was counted in one slot of time, which begins at `at` (milliseconds since 1970). */
export type Slot = {
  at: number;
  /** All failures from where the alert looks. */
  failures: number;
  /** Those that the alert is about: unmapped ones, or those of its code or class. */
  counted: number;
  calls: number;
};

/**
 * A stretch of time that is read at one fineness and evaluated at the end of each of its slots. `slots` reach back before
 * `from` by the window; those in which nothing was counted may be left out.
 */
export type CountedPiece = { from: number; to: number; seconds: number; slots: readonly Slot[] };

export type CountedCondition = ConditionOf<"unmapped_share" | "rate">;

/** The window as it can be measured in such slots: whole ones, at least one. In minutes. */
export function windowOf(condition: { window_minutes: number }, seconds: number): number {
  const slot = seconds / 60;
  return Math.max(1, Math.ceil(condition.window_minutes / slot)) * slot;
}

/** The readings of a piece, one at the end of each slot in (from, to]. */
export function readCounted(condition: CountedCondition, piece: CountedPiece): AlertReading[] {
  const { from, to, seconds } = piece;
  const [length, window] = [seconds * 1000, windowOf(condition, seconds)];
  const start = from - window * MINUTE;
  const sums = new RunningSums(piece.slots, { start, end: to, length });
  const readings: AlertReading[] = [];
  for (let at = from + length; at <= to; at += length)
    readings.push(readWindow(condition, at, window, sums.between(at - window * MINUTE, at)));
  return readings;
}

function readWindow(
  condition: CountedCondition,
  at: number,
  window: number,
  { failures, counted, calls }: Omit<Slot, "at">,
): AlertReading {
  const parts = { of: counted, among: failures };
  if (condition.kind === "unmapped_share") {
    if (failures === 0) return unknown(at, "nothing_reported", parts);
    if (failures < condition.min_failures) return unknown(at, "too_few_failures", parts);
    return known(at, counted / failures, parts);
  }
  if (failures + counted + calls === 0) return unknown(at, "nothing_reported", parts);
  return known(at, counted / (condition.per === "hour" ? window / 60 : window), parts);
}

/** Sums up to each slot, so that any window is one subtraction. */
class RunningSums {
  readonly #start: number;
  readonly #length: number;
  readonly #sums: Record<keyof Omit<Slot, "at">, Float64Array>;

  constructor(
    slots: readonly Slot[],
    { start, end, length }: { start: number; end: number; length: number },
  ) {
    this.#start = start;
    this.#length = length;
    const size = Math.round((end - start) / length) + 1;
    const sums = () => new Float64Array(size);
    this.#sums = { failures: sums(), counted: sums(), calls: sums() };
    for (const name of NAMES) {
      const into = this.#sums[name];
      for (const slot of slots) {
        const place = Math.floor((slot.at - start) / length) + 1;
        if (place >= 1 && place < size) into[place] = (into[place] ?? 0) + slot[name];
      }
      for (let place = 1; place < size; place += 1) into[place] = (into[place] ?? 0) + (into[place - 1] ?? 0);
    }
  }

  between(from: number, to: number): Omit<Slot, "at"> {
    const [low, high] = [from, to].map((at) => Math.round((at - this.#start) / this.#length));
    const sum = (name: (typeof NAMES)[number]) =>
      (this.#sums[name][high ?? 0] ?? 0) - (this.#sums[name][low ?? 0] ?? 0);
    return { failures: sum("failures"), counted: sum("counted"), calls: sum("calls") };
  }
}

const NAMES = ["failures", "counted", "calls"] as const;
