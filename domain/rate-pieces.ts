/** A part of a rolled day that falls into one step: from the end of quarter `low` of the day to that of `high`. */
export type DayPiece = { day: number; low: number; high: number; bucket: number };
/** Half-open, milliseconds since 1970. */
export type MillisRange = { from: number; to: number };
/** A day and up to when it is answered for, which is its end once it is over; milliseconds since 1970. */
export type DaySpan = { day: number; until: number };

const QUARTER = 15 * 60_000;
const DAY = 96 * QUARTER;

/**
 * What of the steps the rolled days (their starts, in order) answer, and which ranges are left to the hours. Steps begin
 * on quarter hours, or nothing is answered by days.
 */
export function piecesOf(
  boundaries: readonly number[],
  days: readonly number[],
): { pieces: DayPiece[]; rest: MillisRange[] } {
  return spanPieces(boundaries, wholeDays(days));
}

/** These days from their start to their end. */
export const wholeDays = (days: readonly number[]): DaySpan[] =>
  days.map((day) => ({ day, until: day + DAY }));

export const isWholeDay = ({ day, until }: DaySpan): boolean => until >= day + DAY;

/** The same of days that need not be over, in order. */
export function spanPieces(
  boundaries: readonly number[],
  spans: readonly DaySpan[],
): { pieces: DayPiece[]; rest: MillisRange[] } {
  const [start, end] = [boundaries[0] ?? 0, boundaries.at(-1) ?? 0];
  const inside = spans.filter(({ day, until }) => until > start && day < end);
  if (boundaries.some((boundary) => boundary % QUARTER !== 0))
    return { pieces: [], rest: [{ from: start, to: end }] };
  return { pieces: cut(boundaries, inside), rest: spansApart(inside, start, end) };
}

/**
 * The same for what is summed by the hour: a piece holds the hours that begin in its step. `days` are summed up to the end
 * of each hour, and so are those that are not over.
 */
export function hourPieces(
  boundaries: readonly number[],
  days: readonly { day: number }[],
): { pieces: DayPiece[]; rest: MillisRange[] } {
  const starts = days.map(({ day }) => day);
  const { pieces, rest } = piecesOf(boundaries, starts);
  const hours = pieces.map((piece) => ({
    ...piece,
    low: Math.ceil(piece.low / 4),
    high: Math.ceil(piece.high / 4),
  }));
  return { pieces: hours.filter(({ low, high }) => low < high), rest };
}

function cut(boundaries: readonly number[], spans: readonly DaySpan[]): DayPiece[] {
  const pieces: DayPiece[] = [];
  let bucket = 0;
  for (const { day, until } of spans) {
    while ((boundaries[bucket + 1] ?? Number.POSITIVE_INFINITY) <= day) bucket += 1;
    for (let at = bucket; at + 1 < boundaries.length; at += 1) {
      const [from, to] = [boundaries[at] ?? 0, boundaries[at + 1] ?? 0];
      if (from >= until) break;
      const [low, high] = [Math.max(from - day, 0) / QUARTER, (Math.min(to, until) - day) / QUARTER];
      if (low < high) pieces.push({ day, low, high, bucket: at });
    }
  }
  return pieces;
}

/** What of a range lies in none of these days (their starts, in order). */
export function gapsBetween(days: readonly number[], start: number, end: number): MillisRange[] {
  return spansApart(wholeDays(days), start, end);
}

function spansApart(spans: readonly DaySpan[], start: number, end: number): MillisRange[] {
  const gaps: MillisRange[] = [];
  let at = start;
  for (const { day, until } of spans) {
    if (day > at) gaps.push({ from: at, to: day });
    at = Math.max(at, until);
  }
  if (at < end) gaps.push({ from: at, to: end });
  return gaps;
}
