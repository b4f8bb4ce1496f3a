import { MINUTE_ROWS_MILLIS } from "@/domain/steps";
import type { AlertCondition } from "./condition";

const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;
/** So that a row is not read while the duty that drops it is due. */
const MARGIN = 15 * MINUTE;

/** A stretch of time that is read at one fineness; milliseconds since 1970. */
export type Piece = { from: number; to: number; seconds: 60 | 900 };

/** How far a condition looks back; none when it asks what stands at a moment. In milliseconds. */
export function lookBackOf(condition: AlertCondition): number {
  return "window_minutes" in condition ? condition.window_minutes * MINUTE : 0;
}

/**
 * How finely (from, to] can be read: by the minute as long as minutes are kept and a whole window of them reaches back,
 * by the quarter hour before. What stands at a moment is known to the minute.
 */
export function piecesOf(condition: AlertCondition, from: number, to: number, now: number): Piece[] {
  const kept = now - MINUTE_ROWS_MILLIS + MARGIN + lookBackOf(condition);
  if (!("window_minutes" in condition) || from >= kept) return [{ from, to, seconds: 60 }];
  const start = Math.floor(from / QUARTER) * QUARTER;
  const fine = Math.ceil(kept / QUARTER) * QUARTER;
  if (fine >= to) return [{ from: start, to: Math.floor(to / QUARTER) * QUARTER, seconds: 900 }];
  return [
    { from: start, to: fine, seconds: 900 },
    { from: fine, to, seconds: 60 },
  ];
}
