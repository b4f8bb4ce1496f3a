import type { Database } from "@/db/client";
import { runNamed } from "@/db/driver";
import { instantFromPostgres } from "@/domain/instant";
import type { Confinement } from "@/domain/permissions";
import { DEFAULT_TOOL_RULES } from "@/domain/tool-rules";
import { type LivingCase, type LivingVerdict, ranOut } from "@/domain/verdict-life";
import { confineNamedText } from "./confined-text";
import type { EventRow } from "./events-read";
import type { CaseOfIntent } from "./intent-case";

/** A reference that thousands of items were refused under must not make a report slow. */
const READ_MOST = 200;

/** The failure whose doubt is looked for. */
export type DoubtOf = Pick<
  EventRow,
  "reference" | "occurred_at" | "tenant" | "environment" | "service" | "tool" | "idempotency_key"
> & {
  events: readonly Pick<EventRow, "source_id" | "event_id">[];
  /** The tools of other failures that share the reference: a case that names one of them is about those. */
  other_tools: readonly string[];
};

export type DoubtCase = CaseOfIntent & { by_reference: boolean };

/**
 * The cases about this failure that neither its event nor its intent leads to, because nothing but a reference or a key
 * ties them to it: what conflicted with the event, what was refused, and what a person reported by hand. Where a part
 * was left unnamed it speaks of every failure that it may be of: doubt is believed. Outside the confinement is what
 * names a part outside of it. A verdict from before the failure says nothing of it.
 */
export async function readDoubtCases(
  db: Database,
  { events, ...of }: DoubtOf,
  confinement: Confinement,
): Promise<DoubtCase[]> {
  const { condition, parameters } = confineNamedText(confinement, "c", 3);
  const rows = await runNamed<DoubtCase>(db, doubtCases(condition), [
    JSON.stringify(of),
    JSON.stringify(events.map(({ source_id, event_id }) => ({ source_id, event_id }))),
    ...parameters,
  ]);
  return rows.map((row) => ({ ...row, settled_at: row.settled_at && instantFromPostgres(row.settled_at) }));
}

/** Nothing of it is tied to its event by more than what it says itself. */
const LOOSE = "(a.unreadable is not null or a.source_id is null)";

const maybe = (part: string) => `(c.${part} is null or wanted.${part} is null or c.${part} = wanted.${part})`;

const doubtCases = (confined: string) => `
  with wanted as materialized (
    select *, coalesce((select t.key_life_seconds from tools t where t.tool = one.tool),
        ${DEFAULT_TOOL_RULES.key_life_seconds}) * interval '1 second' as key_life
    from json_to_record($1::text::json) as one(reference text, occurred_at timestamptz, tenant text, environment text,
      service text, tool text, idempotency_key text, other_tools json)
  ),
  event as materialized (
    select * from json_to_recordset($2::text::json) as one(source_id int, event_id text)
  ),
  found as materialized (
    select a.case_id, true as by_reference
    from event join attempts a on a.event_id = event.event_id and a.source_id = event.source_id
    where a.unreadable is not null
    union all
    select a.case_id, true
    from wanted join attempts a on a.reference = wanted.reference join cases c on c.case_id = a.case_id
    where ${LOOSE} and ${maybe("tenant")} and ${maybe("environment")}
      and (c.tool is null or c.tool not in (select value from json_array_elements_text(wanted.other_tools)))
    union all
    select c.case_id, false
    from wanted join cases c on c.idempotency_key = wanted.idempotency_key
    where (c.tool is null or c.tool = wanted.tool)
      and ${maybe("tenant")} and ${maybe("environment")} and ${maybe("service")}
      and c.first_attempt_at < wanted.occurred_at + wanted.key_life
      and coalesce(c.key_expires_at, c.last_attempt_at + wanted.key_life) > wanted.occurred_at
      and exists (select from attempts a where a.case_id = c.case_id and ${LOOSE})
  )
  select c.case_id, c.state, v.verdict, c.settled_at::text as settled_at, c.reporter_ids,
    bool_or(found.by_reference) as by_reference
  from wanted cross join found join cases c on c.case_id = found.case_id
    left join verdicts v on v.verdict_id = c.verdict_id
  where (c.state <> 'settled' or c.settled_at >= wanted.occurred_at)${confined}
  group by c.case_id, v.verdict
  order by c.state = 'settled', c.opened_at desc limit ${READ_MOST}`;

/** Those of these settled cases whose verdict must not be acted on any more (`ranOut`); they are reopened when next asked for. */
export async function readRunOutCases(
  db: Database,
  case_ids: readonly string[],
  now: string,
): Promise<ReadonlySet<string>> {
  if (case_ids.length === 0) return new Set();
  const rows = await runNamed<LivingVerdict & LivingCase & { case_id: string }>(db, LIVING, [
    JSON.stringify(case_ids),
  ]);
  const over = rows.map(withInstants).filter((row) => ranOut(row, row, now));
  return new Set(over.map(({ case_id }) => case_id));
}

function withInstants<Row extends LivingVerdict & LivingCase>(row: Row): Row {
  return {
    ...row,
    valid_until: row.valid_until && instantFromPostgres(row.valid_until),
    observed_at: instantFromPostgres(row.observed_at),
    key_expires_at: row.key_expires_at && instantFromPostgres(row.key_expires_at),
    safe_after: instantFromPostgres(row.safe_after),
  };
}

const LIVING = `
  select c.case_id, v.verdict, v.retry_with, v.valid_until::text as valid_until, v.observed_at::text as observed_at,
    v.acknowledged_at::text as acknowledged_at, c.key_expires_at::text as key_expires_at,
    c.safe_after::text as safe_after
  from json_array_elements_text($1::text::json) as asked(case_id)
    join cases c on c.case_id = asked.case_id::uuid join verdicts v on v.verdict_id = c.verdict_id`;
