import type { Transaction } from "@/db/client";
import type { Effect } from "@/domain/effect";
import type { EventClass } from "@/domain/event-class";
import { instantFromMicros } from "@/domain/instant";
import { chosenOf, countCells, countRules, type MoveCell, type RuleCount } from "@/domain/moves/count-moves";
import { isFlagged } from "@/domain/moves/failure-columns";
import { bitOf, waitedSeconds, waitOf } from "@/domain/moves/judge-rules";
import { MOVE_RULES, type Move, type MoveRule, type Wait } from "@/domain/next-moves";
import { cellOf } from "@/domain/number-column";
import { type EventOfReading, readEventsAt } from "./events-of-reading";
import { type MovesReading, readJudgedMoves } from "./judged-moves";
import type { MovesQuestion } from "./moves-question";

export type RuleCell = Omit<RuleCount, "newest"> & {
  newest: Pick<EventOfReading, "reference" | "event_id" | "occurred_at"> | null;
};
export type MovesRead = { rows: number; without_run: number; from: string };

/** What came next, by class (and tool), and the rules that were broken: of one reading. */
export async function countMoves(
  tx: Transaction,
  question: MovesQuestion & { by_tool: boolean },
): Promise<{ cells: MoveCell[]; rules: RuleCell[]; read: MovesRead }> {
  const { judged, rules } = await readJudgedMoves(tx, question);
  const { read } = judged;
  const counted = countRules(judged, rules);
  const places = [...new Set(counted.flatMap(({ newest }) => newest ?? []))];
  const newestOf = await readEventsAt(tx, question, { read, places });
  return {
    cells: countCells(judged, question.by_tool),
    rules: counted.map(({ newest, ...rule }) => {
      const event = newest === null ? undefined : newestOf.get(newest);
      if (event === undefined) return { ...rule, newest: null };
      const { reference, event_id, occurred_at } = event;
      return { ...rule, newest: { reference, event_id, occurred_at } };
    }),
    read: { rows: read.tool.length, without_run: countWithoutRun(judged), from: startOf(judged, question) },
  };
}

function countWithoutRun({ read }: MovesReading["judged"]): number {
  return read.flags.reduce(
    (sum, _, at) => sum + (Number.isNaN(cellOf(read.run, at)) && isFlagged(read, at, "inside") ? 1 : 0),
    0,
  );
}

/** From when on it was read: from the oldest of as many as are read, if they do not reach back to the start. */
function startOf({ read }: MovesReading["judged"], { from, rows }: MovesQuestion): string {
  if (read.tool.length < rows) return from;
  const oldest = instantFromMicros(cellOf(read.occurred, rows - 1)).iso;
  return oldest > from ? oldest : from;
}

export type MovedEvent = {
  event_id: string;
  reference: string;
  occurred_at: string;
  run_id: string;
  tool: string;
  code: string;
  class: EventClass;
  effect: Effect | null;
  unmapped: boolean;
  move: Move | null;
  wait: Wait | null;
  waited_seconds: number | null;
  retry_after: number | null;
  next_reference: string | null;
  next_event_id: string | null;
  next_code: string | null;
  rules: MoveRule[];
};

/** The failures behind a cell or a rule, the newest first, and how many there are. */
export async function listMovedEvents(
  tx: Transaction,
  question: MovesQuestion & { move: Move | undefined; rule: MoveRule | undefined; limit: number },
): Promise<{ found: number; items: MovedEvent[] }> {
  const { move, rule, limit } = question;
  const reading = await readJudgedMoves(tx, question);
  const { judged, rules } = reading;
  const found = [...chosenOf(judged)].filter(
    (at) =>
      (move === undefined || judged.moves[at] === move) &&
      (rule === undefined || ((rules.broken[at] ?? 0) & bitOf(rule)) !== 0),
  );
  const listed = found.slice(0, limit);
  const followed = listed.flatMap((at) => (waitOf(judged, at) === null ? [] : (judged.next[at] ?? [])));
  const places = [...new Set([...listed, ...followed])];
  const events = await readEventsAt(tx, question, { read: judged.read, places });
  return { found: found.length, items: listed.map((at) => movedEvent(reading, events, at)) };
}

function movedEvent(
  { judged, rules }: MovesReading,
  events: ReadonlyMap<number, EventOfReading>,
  at: number,
): MovedEvent {
  const event = events.get(at);
  if (event === undefined) throw new Error("a failure of the reading is not in its own snapshot");
  const { service: _, environment: __, tenant: ___, ...row } = event;
  const wait = waitOf(judged, at);
  const further = wait === null ? undefined : events.get(judged.next[at] ?? -1);
  const told = cellOf(judged.read.retry_after, at);
  return {
    ...row,
    ...{ move: judged.moves[at] ?? null, wait, retry_after: Number.isNaN(told) ? null : told },
    waited_seconds: wait === null ? null : waitedSeconds(judged, at),
    next_reference: further?.reference ?? null,
    next_event_id: further?.event_id ?? null,
    next_code: further?.code ?? null,
    rules: MOVE_RULES.filter((one) => ((rules.broken[at] ?? 0) & bitOf(one)) !== 0),
  };
}
