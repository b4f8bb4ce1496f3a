import { windowOf } from "./counted";
import { type AlertReading, known, unknown } from "./reading";
import type { NoDataReason } from "./states";

const MINUTE = 60_000;

/** From `at` on so many more stand than before, or fewer; milliseconds since 1970. */
export type LevelStep = { at: number; by: number };

/** How many of something stand at each moment: silent codes, cases that are due. */
export type Levels = {
  /** In any order; those before the first reading are where it begins. */
  steps: readonly LevelStep[];
  /** Within these anything is known at all; null: nothing ever. */
  known: { from: number; to: number } | null;
  otherwise: NoDataReason;
};

/** Readings minute by minute in (from, to]. */
export function readLevels(
  { steps, known: when, otherwise }: Levels,
  from: number,
  to: number,
): AlertReading[] {
  const inOrder = [...steps].sort((one, other) => one.at - other.at);
  const readings: AlertReading[] = [];
  let [level, next] = [0, 0];
  for (let at = from + MINUTE; at <= to; at += MINUTE) {
    for (; next < inOrder.length && (inOrder[next]?.at ?? at) <= at; next += 1)
      level += inOrder[next]?.by ?? 0;
    const isKnown = when !== null && at >= when.from && at <= when.to;
    readings.push(isKnown ? known(at, level) : unknown(at, otherwise));
  }
  return readings;
}

/** One place in which something leaked, and a moment at which it did. */
export type LeakPoint = { place: string; at: number };

export type LeakPiece = {
  from: number;
  to: number;
  seconds: number;
  points: readonly LeakPoint[];
  /** When anything was reported from where the alert looks: starts of slots. */
  reported: readonly number[];
};

/** How many places leaked in the window, at the end of each slot in (from, to]; unknown where nothing was reported in it. */
export function readLeaks(condition: { window_minutes: number }, piece: LeakPiece): AlertReading[] {
  const { from, to, seconds } = piece;
  const window = windowOf(condition, seconds) * MINUTE;
  const points = [...piece.points].sort((one, other) => one.at - other.at);
  const reported = [...piece.reported].sort((one, other) => one - other);
  const inWindow = new Map<string, number>();
  const readings: AlertReading[] = [];
  let [first, end, heard] = [0, 0, 0];
  for (let at = from + seconds * 1000; at <= to; at += seconds * 1000) {
    for (let point = points[end]; point !== undefined && point.at < at; point = points[++end])
      inWindow.set(point.place, (inWindow.get(point.place) ?? 0) + 1);
    for (let point = points[first]; point !== undefined && point.at < at - window; point = points[++first])
      drop(inWindow, point.place);
    while ((reported[heard] ?? at) < at - window) heard += 1;
    const isReported = (reported[heard] ?? at) < at || inWindow.size > 0;
    readings.push(isReported ? known(at, inWindow.size) : unknown(at, "nothing_reported"));
  }
  return readings;
}

function drop(counts: Map<string, number>, place: string): void {
  const left = (counts.get(place) ?? 0) - 1;
  if (left > 0) counts.set(place, left);
  else counts.delete(place);
}
