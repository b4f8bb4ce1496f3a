import { and, type SQL, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { events } from "@/db/schema/events";
import { recoveries } from "@/db/schema/recoveries";
import { EVENT_CLASSES } from "@/domain/event-class";
import { instantFromMicros, microsOf } from "@/domain/instant";
import { CLASS_PLACE, type FailureColumns, FLAG } from "@/domain/moves/failure-columns";
import { type Endings, judgeMoves } from "@/domain/moves/judge-moves";
import { bitOf, findCrowded, type Judged, judgeRules, type RulesJudged } from "@/domain/moves/judge-rules";
import { cellOf, readColumn } from "@/domain/number-column";
import { confine } from "./confinement";
import { areMostlyFailing } from "./crowded-failures";
import { matching, within } from "./event-filter";
import { keyOf } from "./key-of";
import { failuresAsked, type MovesQuestion, withEdges } from "./moves-question";

/** The reading of a question, judged. */
export type MovesReading = { judged: Judged; rules: RulesJudged };

/**
 * Each failure with a run, what came next, and which rules that breaks. One reading of at most `rows` events down the index
 * of time; whole runs are needed, so only what divides runs filters it, and the rest of the filter applies to the failures
 * judged. They come as columns of numbers and are judged here, in a third of the time that windows of SQL take.
 */
export async function readJudgedMoves(tx: Transaction, question: MovesQuestion): Promise<MovesReading> {
  const read = await readFailures(tx, question);
  const endings = await readEndings(tx, question, read);
  const judged = { read, ...judgeMoves(read, endings, microsOf(question.now)) };
  const rules = judgeRules(judged);
  for (const at of await areMostlyFailing(tx, question, { read, crowded: findCrowded(judged, rules) }))
    rules.broken[at] = (rules.broken[at] ?? 0) | bitOf("system_hammered");
  return { judged, rules };
}

/** What fits a number exactly. */
const numberOf = (first: SQL, ...rest: SQL[]) => sql`${keyOf(first, ...rest)} >> 11`;
const microsOfColumn = (column: SQL) => sql`(date_part('epoch', ${column}) * 1e6)::bigint`;
const numbers = (name: string) => sql.raw(`array_agg(${name})::text as ${name}`);

const FAILURE_COLUMNS = [
  ...["occurred", "turn", "attempt", "run", "ending", "payload", "key", "place", "retry_after", "flags"],
] as const;

async function readFailures(tx: Transaction, question: MovesQuestion): Promise<FailureColumns> {
  await tx.execute(sql`select set_config('work_mem', '64MB', true)`);
  const { run_id, tenant, environment, service, tool, body } = events;
  const [row] = await tx.execute<Record<string, string | null> & { tool: string[] | null }>(sql`
    select ${sql.join(FAILURE_COLUMNS.map(numbers), sql`, `)}, json_agg(tool) as tool
    from (
      select ${microsOfColumn(sql`${events.occurred_at}`)} as occurred, ${events.turn}, ${events.attempt},
        ${numberOf(sql`${run_id}`, sql`${tenant}`, sql`${environment}`)} as run,
        ${numberOf(sql`${run_id}`, sql`${tenant}`)} as ending,
        ${numberOf(sql`${events.arguments_hash}`)} as payload, ${numberOf(sql`${events.idempotency_key}`)} as key,
        case when ${events.class} = 'system'
          then ${numberOf(sql`${tool}`, sql`${service}`, sql`${environment}`, sql`${tenant}`)} end as place,
        case when position('"retry_after"' in ${body}) > 0
          and json_typeof(${body}::json -> 'retry_after') = 'number'
          then least((${body}::json ->> 'retry_after')::numeric, 1e9)::float8 end as retry_after,
        ${flagsOf(question)} as flags, ${tool}
      from ${events} where ${failuresAsked(question)}
      order by ${events.occurred_at} desc, ${events.event_id} desc limit ${question.rows}::int
    ) as read`);
  const names = row?.tool ?? [];
  const column = (name: (typeof FAILURE_COLUMNS)[number]) => readColumn(row?.[name] ?? null, names.length);
  return {
    ...{ occurred: column("occurred"), turn: column("turn"), attempt: column("attempt") },
    ...{ run: column("run"), ending: column("ending"), payload: column("payload"), key: column("key") },
    ...{ place: column("place"), tool: names, retry_after: column("retry_after"), flags: column("flags") },
  };
}

function flagsOf({ filters, from, to, knows_cases }: MovesQuestion): SQL {
  const inside = within(events.occurred_at, from, to) ?? sql`true`;
  const flag = (name: keyof typeof FLAG, holds: SQL) =>
    sql`case when ${holds} then ${sql.raw(String(FLAG[name]))} else 0 end`;
  const classes = EVENT_CLASSES.map((name, place) => sql.raw(`when '${name}' then ${place * CLASS_PLACE}`));
  const chosen = matching(filters, events);
  return sql`case ${events.class} ${sql.join(classes, sql` `)} end
    + case when ${inside} then ${sql.raw(String(FLAG.inside))} + ${flag("chosen", chosen ?? sql`true`)} else 0 end
    + ${flag("unmapped", sql`${events.unmapped}`)}
    + case when ${events.effect} = 'unknown'
      then ${flag("unkeyed", IS_UNKEYED)} + ${knows_cases ? flag("compensated", IS_COMPENSATED) : sql`0`} else 0 end`;
}

const IS_UNKEYED = sql`${events.idempotency_key} is null
  and ${events.tool} not in (select tools.tool from tools where tools.writes = false)`;

const IS_COMPENSATED = sql`${events.event_id}::text in (
  select attempt.event_id from verdicts verdict join attempts attempt using (case_id)
  where verdict.verdict = 'compensated' and verdict.state = 'settled' and verdict.superseded_at is null
    and attempt.event_id is not null)`;

/** The newest recoveries that were reported since the first of these failures. */
async function readEndings(
  tx: Transaction,
  { filters, confinement, from, to, rows }: MovesQuestion,
  read: FailureColumns,
): Promise<Endings> {
  const { environment, tenant } = filters;
  const oldest = instantFromMicros(cellOf(read.occurred, read.tool.length - 1) || 0).iso;
  const asked = and(
    withEdges(recoveries.occurred_at, { from, to }),
    within(recoveries.occurred_at, oldest, undefined),
    matching({ environment, tenant }, { ...recoveries, effect: null, unmapped: null }),
    confine(confinement, recoveries),
  );
  const [row] = await tx.execute<{
    ending: string | null;
    ended: string | null;
    tool: Endings["tool"] | null;
    outcome: Endings["outcome"] | null;
  }>(sql`
    select ${numbers("ending")}, ${numbers("ended")}, json_agg(tool) as tool, json_agg(outcome) as outcome
    from (
      select ${numberOf(sql`${recoveries.run_id}`, sql`${recoveries.tenant}`)} as ending,
        ${microsOfColumn(sql`${recoveries.occurred_at}`)} as ended, ${recoveries.tool}, ${recoveries.outcome}
      from (select * from ${recoveries} where ${asked} order by ${recoveries.occurred_at} desc limit ${rows}::int)
        as ${recoveries} order by ${recoveries.occurred_at}, ${recoveries.outcome}
    ) as ends`);
  const tool = row?.tool ?? [];
  const [ending, ended] = [row?.ending ?? null, row?.ended ?? null];
  return {
    ...{ ending: readColumn(ending, tool.length), ended: readColumn(ended, tool.length) },
    ...{ tool, outcome: row?.outcome ?? [] },
  };
}
