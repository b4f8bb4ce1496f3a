import { sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import type { Effect } from "@/domain/effect";
import type { EventClass } from "@/domain/event-class";
import { instantFromPostgres } from "@/domain/instant";
import type { Move, MoveRule, Wait } from "@/domain/next-moves";
import { judgedMoves, type MovesQuestion } from "./judged-moves";

/** Failures of a class (and a tool) that were followed in the same way; `move` null: it is too early to say. */
export type MoveCell = {
  tool: string | null;
  class: EventClass;
  move: Move | null;
  /** Null where what came next is no other attempt. */
  wait: Wait | null;
  failures: number;
};
export type RuleCell = {
  rule: MoveRule;
  /** Failures that the rule applies to, and those after which it was broken. */
  applies: number;
  broken: number;
  runs: number;
  newest_reference: string | null;
  newest_event_id: string | null;
  newest_at: string | null;
};
export type MovesRead = { rows: number; without_run: number; from: string };

const WAIT = sql`case when move in ('same_payload', 'other_payload', 'unknown_payload') then
  case when retry_after is null then 'untold' when waited_seconds < retry_after then 'early' else 'waited' end end`;

/** What came next, by class (and tool), and the rules that were broken: of one reading. */
export async function countMoves(
  tx: Transaction,
  question: MovesQuestion & { by_tool: boolean },
): Promise<{ cells: MoveCell[]; rules: RuleCell[]; read: MovesRead }> {
  const tool = question.by_tool ? sql`tool` : sql`null::text`;
  const [row] = await tx.execute<{
    cells: MoveCell[] | null;
    rules: RuleCell[] | null;
    rows: number;
    without_run: number;
    starts: string;
  }>(sql`
    with ${judgedMoves(question)},
    cells as (
      select ${tool} as tool, class, move, ${WAIT} as wait, count(*)::int as failures from judged group by 1, 2, 3, 4
    ),
    applied as (
      select rule, count(*)::int as applies from judged cross join unnest(applying) as rule
      where move is not null group by rule
    ),
    violated as (
      select rule, count(*)::int as broken, count(distinct (run_id, tenant, environment))::int as runs,
        (array_agg(reference order by occurred_at desc, event_id))[1] as newest_reference,
        (array_agg(event_id order by occurred_at desc, event_id))[1] as newest_event_id,
        max(occurred_at) as newest_at
      from judged cross join unnest(broken) as rule group by rule
    )
    select (select json_agg(cells) from cells) as cells,
      (select json_agg(to_json(rules)) from (
        select rule, applies, coalesce(broken, 0) as broken, coalesce(runs, 0) as runs, newest_reference,
          newest_event_id, newest_at
        from applied left join violated using (rule)) as rules) as rules,
      (select count(*)::int from read) as rows,
      (select count(*)::int from read where run_id is null and occurred_at >= (select starts from range)
        and occurred_at < ${question.to}::text::timestamptz) as without_run,
      (select starts from range) as starts`);
  if (row === undefined) throw new Error("an aggregate without rows");
  return {
    cells: row.cells ?? [],
    rules: (row.rules ?? []).map((rule) => ({
      ...rule,
      newest_at: rule.newest_at === null ? null : instantFromPostgres(rule.newest_at),
    })),
    read: { rows: row.rows, without_run: row.without_run, from: instantFromPostgres(row.starts) },
  };
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
  const rows = await tx.execute<MovedEvent & { found: number }>(sql`
    with ${judgedMoves(question)}
    select event_id, reference, occurred_at, run_id, tool, code, class, effect, unmapped, move, ${WAIT} as wait,
      case when ${WAIT} is not null then waited_seconds end as waited_seconds, retry_after,
      case when ${WAIT} is not null then next_reference end as next_reference,
      case when ${WAIT} is not null then next_event_id end as next_event_id,
      case when ${WAIT} is not null then next_code end as next_code, to_json(broken) as rules,
      (count(*) over ())::int as found
    from judged
    where ${move === undefined ? sql`true` : sql`move = ${move}::text`}
      and ${rule === undefined ? sql`true` : sql`${rule}::text = any(broken)`}
    order by occurred_at desc, event_id limit ${limit}::int`);
  return {
    found: rows[0]?.found ?? 0,
    items: rows.map(({ found: _, ...row }) => ({
      ...row,
      occurred_at: instantFromPostgres(row.occurred_at),
    })),
  };
}
