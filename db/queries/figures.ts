import { and, type Column, type SQL, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { calls } from "@/db/schema/calls";
import { cases } from "@/db/schema/cases";
import { rollupHours } from "@/db/schema/rollups";
import { series } from "@/db/schema/series";
import type { CaseScope } from "@/domain/case-scope";
import type { ValueFilters } from "@/domain/filters";
import { addSeconds } from "@/domain/instant";
import type { Confinement } from "@/domain/permissions";
import type { Verdict } from "@/domain/verdict";
import { withinScope } from "./case-scope";
import { confine } from "./confinement";
import { matching, within } from "./event-filter";

/** Which cases are asked about, and in which half-open range something has to have ended to count. */
export type FiguresQuestion = {
  scope: CaseScope;
  filters: Pick<ValueFilters, "tool" | "service" | "environment" | "tenant">;
  from: string;
  to: string;
  now: string;
};

/** The cases a caller may see under the filters; what cases do not know is never asked. */
function among({ scope, filters }: FiguresQuestion): SQL {
  const unknown = { code: null, class: null, effect: null, release: null, unmapped: null };
  return and(withinScope(scope), matching(filters, { ...cases, ...unknown })) ?? sql`true`;
}

const inRange = (column: SQL, { from, to }: FiguresQuestion) =>
  sql`${column} >= ${from}::text::timestamptz and ${column} < ${to}::text::timestamptz`;

/**
 * The instants these many seconds from `now`, for `width_bucket`, which needs them ascending. A subselect,
 * because the text would else be read again for every row: 600 ms instead of 80 over 100k.
 */
const instants = (now: string, seconds: readonly number[]) =>
  sql`(select ${`{${seconds.map((one) => addSeconds(now, one)).join(",")}}`}::text::timestamptz[])`;

export type OpenCount = {
  /** Which band of age, and of time left: the index of `width_bucket`, null when the deadline has passed. */
  age: number;
  left: number | null;
  count: number;
  awaiting_second: number;
  snoozed: number;
};

/** A microsecond: `width_bucket` counts a bound to the band above it, here it ends the one below. */
const TICK = 0.000_001;

/**
 * Everything that is not settled, by band of age and of time left, in one pass over `cases_unsettled`: the
 * two divisions have the same sum. A case is as old as its opening; a bound belongs to the band it ends.
 */
export function countOpenByBand(
  tx: Transaction,
  question: FiguresQuestion,
  bands: { age: readonly number[]; left: readonly number[] },
): Promise<OpenCount[]> {
  const { now } = question;
  const begun = instants(now, bands.age.map((end) => -end).reverse());
  const due = instants(
    now,
    bands.left.map((end) => end + TICK),
  );
  const instant = sql`(select ${now}::text::timestamptz)`;
  return tx.execute<OpenCount>(sql`
    select ${bands.age.length}::int - width_bucket(coalesce(cases.reopened_at, cases.opened_at), ${begun}) as age,
      case when cases.deadline_at > ${instant} then width_bucket(cases.deadline_at, ${due}) end as left,
      count(*)::int as count,
      count(*) filter (where cases.state = 'awaiting_second')::int as awaiting_second,
      count(*) filter (where cases.snoozed_until > ${instant})::int as snoozed
    from cases where cases.state <> 'settled' and ${among(question)}
    group by 1, 2`);
}

export type TimesRow = { count: number; p50: number | null; p90: number | null; p99: number | null };

/** One aggregate, so that what is sorted is computed once. Null each when there is nothing. */
const percentiles = (seconds: SQL) => sql`select count, p[1] as p50, p[2] as p90, p[3] as p99 from (
  select count(seconds)::int as count, percentile_cont(array[0.5, 0.9, 0.99]) within group (order by seconds) as p
  from (${seconds}) as ended(seconds)) as distribution`;

/**
 * When an opening of a case began: the first with the case, a later one when the verdict before it was
 * superseded. `opening` is a column of the statement this stands in.
 */
const beganAt = (opening: SQL) => sql`case when ${opening} = 1 then cases.opened_at else
  (select before.superseded_at from verdicts before where before.case_id = cases.case_id
    and before.opening = ${opening} - 1 and before.state <> 'voided') end`;

/** From the start of an opening to the first claim of it, where that claim lies in the range. */
export async function readClaimTimes(tx: Transaction, question: FiguresQuestion): Promise<TimesRow> {
  const [row] = await tx.execute<TimesRow>(sql`
    ${percentiles(sql`
      select extract(epoch from claim.claimed_at - ${beganAt(sql`claim.opening`)})::float8
      from claims claim join cases using (case_id)
      where ${inRange(sql`claim.claimed_at`, question)} and ${among(question)}
        and not exists (select from claims earlier where earlier.case_id = claim.case_id
          and earlier.opening = claim.opening and earlier.claim_id < claim.claim_id)`)}`);
  return row ?? NOTHING;
}

/**
 * From the start of an opening to its verdict, and from the verdict to whoever took it: each where its end
 * lies in the range.
 */
export async function readVerdictTimes(
  tx: Transaction,
  question: FiguresQuestion,
): Promise<{ settle: TimesRow; acknowledge: TimesRow }> {
  const [settle] = await tx.execute<TimesRow>(sql`
    ${percentiles(sql`
      select extract(epoch from v.settled_at - ${beganAt(sql`v.opening`)})::float8
      from verdicts v join cases using (case_id)
      where ${inRange(sql`v.settled_at`, question)} and v.state = 'settled' and ${among(question)}`)}`);
  const [acknowledge] = await tx.execute<TimesRow>(sql`
    ${percentiles(sql`
      select extract(epoch from v.acknowledged_at - v.settled_at)::float8
      from verdicts v join cases using (case_id)
      where ${inRange(sql`v.acknowledged_at`, question)} and ${among(question)}`)}`);
  return { settle: settle ?? NOTHING, acknowledge: acknowledge ?? NOTHING };
}

const NOTHING: TimesRow = { count: 0, p50: null, p90: null, p99: null };

export type VerdictsOfTool = { tool: string | null; total: number; reopened: number } & Record<
  Verdict,
  number
>;

/**
 * Verdicts settled in the range, by tool, and how many of these very ones were superseded since: numerator
 * and denominator are of the same rows.
 */
export function countVerdictsByTool(tx: Transaction, question: FiguresQuestion): Promise<VerdictsOfTool[]> {
  const those = (verdict: Verdict) => sql`count(*) filter (where v.verdict = ${verdict})::int`;
  return tx.execute<VerdictsOfTool>(sql`
    select cases.tool, count(*)::int as total, count(v.superseded_at)::int as reopened,
      ${those("committed")} as committed, ${those("absent")} as absent,
      ${those("compensated")} as compensated, ${those("undeterminable")} as undeterminable
    from verdicts v join cases using (case_id)
    where ${inRange(sql`v.settled_at`, question)} and v.state = 'settled' and ${among(question)}
    group by cases.tool order by total desc, cases.tool`);
}

export type UnknownOfTool = {
  tool: string;
  failures: number;
  unknown: number;
  calls: number | null;
  /** Of the unknown ones, those of a (service, environment, tenant, tool) that reported calls in the range. */
  unknown_where_called: number;
};

/**
 * Failures of each tool and the unknown effects among them, with the calls where calls are known: one
 * statement, so that no share has a numerator of another moment. The range is of whole quarter hours. For
 * people confined to tenants, or under a filter by tenant, the level that knows tenants is counted; what is
 * set against calls is always of that level, because calls are told apart by tenant.
 */
export function countUnknownByTool(
  tx: Transaction,
  question: Omit<FiguresQuestion, "scope"> & { confinement: Confinement; limit: number },
): Promise<UnknownOfTool[]> {
  const { filters, confinement, from, to, limit } = question;
  const byTenant = confinement.tenants !== null || (filters.tenant?.length ?? 0) > 0;
  const key = (table: typeof calls | typeof series) =>
    sql`jsonb_build_array(${table.service}, ${table.environment}, ${table.tenant}, ${table.tool})`;
  const noSeries = { code: null, class: null, effect: null, unmapped: null };
  const chosen = (level: "full" | "tenant") =>
    and(
      sql`${series.level} = ${level}`,
      matching(filters, series),
      confine(confinement, { ...series, tenant: level === "tenant" ? series.tenant : null }),
    );
  const hours = sql`${rollupHours.hour} >= date_trunc('hour', ${from}::text::timestamptz, 'UTC')
    and ${within(rollupHours.hour, undefined, to)}`;
  const failures = failuresWithin(from, to);
  return tx.execute<UnknownOfTool>(sql`
    with called as materialized (
      select ${key(calls)} as key, ${calls.tool} as tool, sum(${calls.calls}) as calls from ${calls}
      where ${and(within(calls.minute, from, to), matching(filters, { ...calls, ...noSeries }), confine(confinement, calls))}
      group by 1, 2 having sum(${calls.calls}) > 0
    ), failed as (
      select ${series.tool} as tool, sum(${failures}) as failures,
        coalesce(sum(${failures}) filter (where ${series.effect} = 'unknown'), 0) as unknown
      from ${series} join ${rollupHours} using (series_id)
      where ${and(chosen(byTenant ? "tenant" : "full"), hours)}
      group by 1
    ), set_against as (
      select ${series.tool} as tool, sum(${failures}) as unknown
      from ${series} join ${rollupHours} using (series_id)
      where ${and(chosen("tenant"), hours, sql`${series.effect} = 'unknown'`, sql`${key(series)} in (select key from called)`)}
      group by 1
    ), called_tools as (select tool, sum(calls) as calls from called group by 1)
    select failed.tool, failed.failures::float8 as failures, failed.unknown::float8 as unknown,
      called_tools.calls::float8 as calls, coalesce(set_against.unknown, 0)::float8 as unknown_where_called
    from failed left join called_tools using (tool) left join set_against using (tool)
    where failed.failures > 0
    order by failed.unknown desc, failed.failures desc, failed.tool limit ${limit}`);
}

/** Of an hour's row, what its quarters inside the range hold; the bounds are read once, not for every row. */
function failuresWithin(from: string, to: string): SQL {
  const { hour, q0, q1, q2, q3 } = rollupHours;
  const before = (bound: string, quarters: number) =>
    sql`(select ${addSeconds(bound, -900 * quarters)}::text::timestamptz)`;
  const part = (column: Column, quarters: number) =>
    sql`case when ${hour} >= ${before(from, quarters)} and ${hour} < ${before(to, quarters)} then ${column} else 0 end`;
  return sql`(${part(q0, 0)} + ${part(q1, 1)} + ${part(q2, 2)} + ${part(q3, 3)})`;
}
