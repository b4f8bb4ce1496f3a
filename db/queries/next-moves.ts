import { type SQL, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import type { Effect } from "@/domain/effect";
import type { EventClass } from "@/domain/event-class";
import { instantFromPostgres } from "@/domain/instant";
import { MOVE_RULES, type Move, type MoveRule, type Wait } from "@/domain/next-moves";
import { judgedMoves, type MovesQuestion, ruleColumns } from "./judged-moves";
import { widen } from "./widen";

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

/** One pass over what was judged; a smaller place in the reading is newer. */
function countRule(rule: MoveRule): SQL {
  const { applies, broken } = ruleColumns(rule);
  return sql`count(*) filter (where ${applies} and move is not null)::int as ${applies},
    count(*) filter (where ${broken})::int as ${broken},
    count(distinct run) filter (where ${broken})::int as ${runsOf(rule)},
    min(at) filter (where ${broken}) as ${newestOf(rule)}`;
}
const runsOf = (rule: MoveRule) => sql.raw(`runs_${rule}`);
const newestOf = (rule: MoveRule) => sql.raw(`newest_${rule}`);
function ruleRow(rule: MoveRule): SQL {
  const { applies, broken } = ruleColumns(rule);
  return sql`(${rule}::text, ${applies}, ${broken}, ${runsOf(rule)}, ${newestOf(rule)})`;
}

/** What came next, by class (and tool), and the rules that were broken: of one reading. */
export async function countMoves(
  tx: Transaction,
  question: MovesQuestion & { by_tool: boolean },
): Promise<{ cells: MoveCell[]; rules: RuleCell[]; read: MovesRead }> {
  const tool = question.by_tool ? sql`tool` : sql`null::text`;
  await widen(tx);
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
    counted as (
      select ${sql.join(MOVE_RULES.map(countRule), sql`, `)} from judged
    ),
    rules as (
      select rule.* from counted cross join lateral (values ${sql.join(MOVE_RULES.map(ruleRow), sql`, `)})
        as rule(rule, applies, broken, runs, newest)
    )
    select (select json_agg(cells) from cells) as cells,
      (select json_agg(to_json(named)) from (
        select rule, applies, broken, runs, read.reference as newest_reference, read.event_id as newest_event_id,
          read.occurred_at as newest_at
        from rules left join read on read.at = rules.newest) as named) as rules,
      (select count(*)::int from read) as rows,
      (select count(*)::int from read where run_id is null and inside) as without_run,
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

/** The names of the rules that were broken after a failure. */
const BROKEN = sql`array_remove(array[${sql.join(
  MOVE_RULES.map((rule) => sql`case when ${ruleColumns(rule).broken} then ${sql.raw(`'${rule}'`)} end`),
  sql`, `,
)}], null)`;

/** The failures behind a cell or a rule, the newest first, and how many there are. */
export async function listMovedEvents(
  tx: Transaction,
  question: MovesQuestion & { move: Move | undefined; rule: MoveRule | undefined; limit: number },
): Promise<{ found: number; items: MovedEvent[] }> {
  const { move, rule, limit } = question;
  await widen(tx);
  const rows = await tx.execute<MovedEvent & { found: number }>(sql`
    with ${judgedMoves(question)},
    chosen as (
      select *, (count(*) over ())::int as found from judged
      where ${move === undefined ? sql`true` : sql`move = ${move}::text`}
        and ${rule === undefined ? sql`true` : ruleColumns(rule).broken}
      order by at limit ${limit}::int
    ),
    waited as (select *, ${WAIT} as wait from chosen)
    select read.event_id, read.reference, read.occurred_at, read.run_id, read.tool, read.code, read.class, read.effect,
      read.unmapped, move, wait, case when wait is not null then waited_seconds end as waited_seconds,
      waited.retry_after, further.reference as next_reference, further.event_id as next_event_id,
      further.code as next_code, to_json(${BROKEN}) as rules, found
    from waited join read using (at) left join read as further on further.at = waited.next and wait is not null
    order by waited.at`);
  return {
    found: rows[0]?.found ?? 0,
    items: rows.map(({ found: _, ...row }) => ({
      ...row,
      occurred_at: instantFromPostgres(row.occurred_at),
    })),
  };
}
