import type { Move } from "../next-moves";
import { cellOf } from "../number-column";
import { type FailureColumns, isFlagged } from "./failure-columns";

/** The recoveries that were reported meanwhile, in the order of their time. */
export type Endings = {
  ending: Float64Array;
  tool: readonly string[];
  outcome: readonly ("recovered" | "escalated" | "gave_up")[];
  /** Microseconds since 1970. */
  ended: Float64Array;
};

/** What came next after each failure; nothing is said of those without a run. */
export type JudgedMoves = {
  /** Null: without a run, or too early to say. */
  moves: (Move | null)[];
  /** The failures of the same tool in the run before and after it; -1: none. */
  before: Int32Array;
  next: Int32Array;
};

const MICROS = 1_000_000;
/** Attempts this far apart are not at the same thing. */
const APART = 1_800 * MICROS;
/** What failed this recently may still be followed by something. */
const UNDECIDED = 300 * MICROS;
/** A recovery is reported after the failures it ends. */
const RECOVERED_WITHIN = 86_400 * MICROS;

/** What came next in the run after each failure (docs/decisions/0119-what-came-next.md); `now` in microseconds since 1970. */
export function judgeMoves(read: FailureColumns, endings: Endings, now: number): JudgedMoves {
  const { before, next, next_tool } = follow(read);
  const endedBy = endingsBy(read, endings);
  const moves = read.tool.map((tool, at): Move | null => {
    if (Number.isNaN(cellOf(read.run, at))) return null;
    const after = next[at] ?? -1;
    if (isRetried(read, at, after)) return payloadOf(read, at, after);
    if (isFlagged(read, at, "compensated")) return "compensated";
    const outcome = endedBy(at, after < 0 ? Number.POSITIVE_INFINITY : cellOf(read.occurred, after));
    if (outcome !== null) return outcome;
    const following = next_tool[at];
    if (following !== undefined && following !== tool) return "other_tool";
    if (after >= 0) return "another_call";
    return cellOf(read.occurred, at) < now - UNDECIDED ? "nothing" : null;
  });
  return { moves, before, next };
}

/** The same call, if it comes soon, is no first attempt unless its payload is the same, and has no other key. */
function isRetried({ occurred, attempt, payload, key }: FailureColumns, at: number, next: number): boolean {
  if (next < 0 || cellOf(occurred, next) - cellOf(occurred, at) > APART) return false;
  const [one, other] = [cellOf(key, at), cellOf(key, next)];
  if (one !== other && !Number.isNaN(one) && !Number.isNaN(other)) return false;
  return !(cellOf(attempt, next) <= 1) || cellOf(payload, next) === cellOf(payload, at);
}

function payloadOf({ payload }: FailureColumns, at: number, next: number): Move {
  const [one, other] = [cellOf(payload, at), cellOf(payload, next)];
  if (one === other) return "same_payload";
  return Number.isNaN(one) || Number.isNaN(other) ? "unknown_payload" : "other_payload";
}

/** Each failure's neighbours of the same tool in the run, and the tool of the next failure of any. */
function follow(read: FailureColumns) {
  const count = read.tool.length;
  const [before, next] = [new Int32Array(count).fill(-1), new Int32Array(count).fill(-1)];
  const next_tool = new Array<string | undefined>(count);
  const newest = new Map<number, { at: number; of_tool: Map<string, number> }>();
  for (const at of inTurn(read)) {
    const [run, tool] = [cellOf(read.run, at), read.tool[at] ?? ""];
    if (Number.isNaN(run)) continue;
    const known = newest.get(run);
    if (known === undefined) {
      newest.set(run, { at, of_tool: new Map([[tool, at]]) });
      continue;
    }
    const same = known.of_tool.get(tool);
    next_tool[known.at] = tool;
    if (same !== undefined) {
      before[at] = same;
      next[same] = at;
    }
    known.of_tool.set(tool, at);
    known.at = at;
  }
  return { before, next, next_tool };
}

/** The failures in the order they came, those of the same time by turn and attempt. */
export function inTurn({ occurred, turn, attempt }: FailureColumns): Int32Array {
  const order = Int32Array.from(occurred, (_, at) => occurred.length - 1 - at);
  const timeOf = (place: number) => cellOf(occurred, order[place] ?? -1);
  for (let start = 0; start < order.length; ) {
    let end = start + 1;
    while (timeOf(end) === timeOf(start)) end += 1;
    if (end - start > 1)
      order
        .subarray(start, end)
        .sort(
          (one, other) =>
            unsaidLast(cellOf(turn, one), cellOf(turn, other)) ||
            unsaidLast(cellOf(attempt, one), cellOf(attempt, other)) ||
            other - one,
        );
    start = end;
  }
  return order;
}

function unsaidLast(one: number, other: number): number {
  if (Number.isNaN(one)) return Number.isNaN(other) ? 0 : 1;
  return Number.isNaN(other) ? -1 : one - other;
}

/** Tells of a failure which outcome was reported of its run and tool, within a day and until the run's next failure of it. */
function endingsBy(read: FailureColumns, endings: Endings) {
  const known = new Map<number, Map<string, number[]>>();
  endings.tool.forEach((tool, at) => {
    const ending = cellOf(endings.ending, at);
    const tools = known.get(ending) ?? new Map<string, number[]>();
    const places = tools.get(tool) ?? [];
    places.push(at);
    known.set(ending, tools.set(tool, places));
  });
  return (at: number, until: number) => {
    const places = known.get(cellOf(read.ending, at))?.get(read.tool[at] ?? "");
    const occurred = cellOf(read.occurred, at);
    const first = places?.[firstSince(places, endings.ended, occurred)];
    if (first === undefined) return null;
    const ended = cellOf(endings.ended, first);
    return ended <= Math.min(until, occurred + RECOVERED_WITHIN) ? (endings.outcome[first] ?? null) : null;
  };
}

/** Where in these places the first lies that is not before an instant. */
function firstSince(places: readonly number[], ended: Float64Array, since: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (cellOf(ended, places[middle] ?? -1) < since) low = middle + 1;
    else high = middle;
  }
  return low;
}
