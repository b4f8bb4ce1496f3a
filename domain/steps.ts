/**
 * Steps of the time axis in a zone (CONTRACT "Reading"). Days and quarter days follow the wall clock, so a
 * day may last 23 or 25 hours; hours and less are elapsed time on the zone's own grid, so the hour that is
 * repeated in autumn stays two hours.
 */

export const STEPS = ["1m", "5m", "15m", "1h", "6h", "1d"] as const;
export type Step = (typeof STEPS)[number];

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
export const STEP_MILLIS: Readonly<Record<Step, number>> = {
  "1m": MINUTE,
  "5m": 5 * MINUTE,
  "15m": 15 * MINUTE,
  "1h": HOUR,
  "6h": 6 * HOUR,
  "1d": DAY,
};

/** How long minute rows live (DESIGN 6): who deletes them and who relies on them go by this. */
export const MINUTE_ROWS_MILLIS = 7 * STEP_MILLIS["1d"];

/** More points than this help nobody and cost everybody. */
export const POINTS_MAX = 2_000;
const POINTS_BY_DEFAULT = 300;

/** Steps that cut the range (milliseconds) into at most `POINTS_MAX` points. */
export function permittedSteps(rangeMillis: number): Step[] {
  return STEPS.filter((step) => rangeMillis / STEP_MILLIS[step] <= POINTS_MAX);
}

/** The finest step that still reads well on a screen. */
export function defaultStep(rangeMillis: number): Step {
  return STEPS.find((step) => rangeMillis / STEP_MILLIS[step] <= POINTS_BY_DEFAULT) ?? "1d";
}

/**
 * The starts of all steps that touch [from, to), and the end of the last: strictly increasing, the first
 * at or before `from`, the last at or after `to`. Milliseconds since 1970; `from < to`.
 */
export function stepBoundaries(from: number, to: number, step: Step, zone: string): number[] {
  const offset = offsetIn(zone);
  const size = STEP_MILLIS[step];
  const starts = size > HOUR ? wallStarts(from, size, offset) : elapsedStarts(from, size, offset);
  const boundaries: number[] = [];
  for (const start of starts) {
    if (start <= from) boundaries.length = 0;
    boundaries.push(start);
    if (start >= to) break;
  }
  return boundaries;
}

/** Milliseconds to add to an instant to read the zone's wall clock as if it were UTC. */
type Offset = (instant: number) => number;

/** Whole steps of elapsed time, counted from the zone's full hours; anew after every change of the offset. */
function* elapsedStarts(from: number, size: number, offset: Offset): Generator<number> {
  let at = from - 2 * size - 2 * HOUR;
  for (;;) {
    at = nextOnGrid(at, size, offset);
    yield at;
  }
}

function nextOnGrid(after: number, size: number, offset: Offset): number {
  const before = offset(after);
  const next = after + size - modulo(after + before, size);
  if (offset(next) === before) return next;
  const change = changeBetween(after, next, offset);
  const rest = modulo(change + offset(change), size);
  return rest === 0 ? change : change + size - rest;
}

/** Midnights, or every sixth hour, on the wall clock; one that is skipped begins when the clock has jumped. */
function* wallStarts(from: number, size: number, offset: Offset): Generator<number> {
  const wall = from + offset(from);
  let label = wall - modulo(wall, DAY) - DAY;
  let last = Number.NEGATIVE_INFINITY;
  for (; ; label += size) {
    const start = firstInstantAt(label, offset);
    if (start > last) yield start;
    last = Math.max(last, start);
  }
}

/** The first instant at which the wall clock shows `wall` or later. */
function firstInstantAt(wall: number, offset: Offset): number {
  const before = offset(wall - DAY);
  const after = offset(wall + DAY);
  if (before === after) return wall - before;
  const change = changeBetween(wall - DAY, wall + DAY, offset);
  return wall - before < change ? wall - before : Math.max(change, wall - after);
}

/** The first millisecond in (low, high] with another offset than `low`; there is one. */
function changeBetween(low: number, high: number, offset: Offset): number {
  const before = offset(low);
  let [same, other] = [low, high];
  while (other - same > 1) {
    const middle = Math.floor((same + other) / 2);
    if (offset(middle) === before) same = middle;
    else other = middle;
  }
  return other;
}

const modulo = (value: number, by: number) => ((value % by) + by) % by;

const offsets = new Map<string, Offset>();

/** As many offsets of a zone are kept as one chart asks for; pages ask for the same ones again and again. */
const KEPT_MAX = 3 * POINTS_MAX;

/** The offset of a zone at an instant. Formats are kept, and what they said: to ask one takes microseconds. */
export function offsetIn(zone: string): Offset {
  const known = offsets.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  const said = new Map<number, number>();
  const made: Offset = (instant) => {
    const kept = said.get(instant);
    if (kept !== undefined) return kept;
    if (said.size >= KEPT_MAX) said.clear();
    const part: Record<string, number> = {};
    for (const { type, value } of format.formatToParts(instant)) part[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
    const wall = Date.UTC(year, month - 1, day, hour, minute, second);
    const offset = wall - (instant - modulo(instant, 1000));
    said.set(instant, offset);
    return offset;
  };
  offsets.set(zone, made);
  return made;
}
