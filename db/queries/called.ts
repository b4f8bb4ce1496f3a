import { and, type Column, type SQL, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { calls } from "@/db/schema/calls";
import { callOverviewDays, callSeries, failingCallers } from "@/db/schema/summed-days";
import { asksAbout } from "@/domain/filters";
import { isoFromMillis } from "@/domain/instant";
import { type DayPiece, gapsBetween, piecesOf } from "@/domain/rate-pieces";
import { confine } from "./confinement";
import { bucketOf, type RateQuestion } from "./counted-rows";
import { matching } from "./event-filter";
import { daysArray, piecesTable, readSummedDays, withinAny } from "./summed-days";

/**
 * Who called in the range, so far as it decides whose failures are set against calls. All failures of a place (service,
 * environment, tool) count when all of its callers called; where most did, all but those of the others; where few did,
 * theirs alone. Failures by tenant are many rows: so they are read of the fewest (decision 0132).
 */
export type Called = {
  calls: number;
  /** Whoever failed under these filters at any time called, too. */
  everyone: boolean;
  /** JSON of [service, environment, tool]; this and the others are empty where everyone called. */
  places: string[];
  /** JSON of [service, environment, tenant, tool]: who did not call in these places, and who did elsewhere. */
  others: string[];
  few: string[];
};

/** Starts of the days that calls are summed up of; milliseconds since 1970. */
export async function readCallDays(tx: Transaction, { boundaries }: RateQuestion): Promise<number[]> {
  const range = { from: boundaries[0] ?? 0, to: boundaries.at(-1) ?? 0 };
  return (await readSummedDays(tx, "calls", range)).map(({ day }) => day);
}

/** Null where nobody reported calls. One statement, since both sides of a rate are of the same callers. */
export async function readCalled(
  tx: Transaction,
  question: RateQuestion,
  days: readonly number[],
): Promise<Called | null> {
  const { boundaries, filters, confinement } = question;
  const range = { ...question, boundaries: [boundaries[0] ?? 0, boundaries.at(-1) ?? 0] };
  const byTenant = knowsTenants(question);
  // Who is of one tenant alone is told apart by nothing else.
  const most = byTenant ? sql`false` : sql`2 * called_of >= callers`;
  const { service, environment, tenant, tool } = filters;
  const known = { code: null, class: null, effect: null, unmapped: null, release: null };
  const failing =
    and(
      matching({ service, environment, tenant, tool }, { ...failingCallers, ...known }),
      confine(confinement, failingCallers),
    ) ?? sql`true`;
  const [row] = await tx.execute<Omit<Called, "calls"> & { calls: number | null }>(sql`
    with ${byTenant ? calledOfTenants(range, days) : calledOfAll(range, days, failing)},
    known as materialized (
      select *, (${callerOf("failing_callers")}) in (select * from called) as is_called
      from ${failingCallers} where ${failing}
    ),
    everyone as materialized (
      select ${!byTenant}::boolean and coalesce(bool_and(is_called), true) as is_called from known
    ),
    placed as (
      select *, count(*) over place as callers, count(*) filter (where is_called) over place as called_of
      from known where not (select is_called from everyone) window place as (partition by service, environment, tool)
    ),
    judged as (
      select ${placeKey("placed")}::text as place, ${callerKey("placed")}::text as caller, is_called, ${most} as most from placed
    )
    select (select calls::float8 from total where calls > 0) as calls, (select is_called from everyone) as everyone,
      coalesce(json_agg(distinct place) filter (where most), '[]') as places,
      coalesce(json_agg(caller) filter (where most and not is_called), '[]') as others,
      coalesce(json_agg(caller) filter (where not most and is_called), '[]') as few
    from judged`);
  return row === undefined || row.calls === null ? null : { ...row, calls: row.calls };
}

const knowsTenants = ({ filters, confinement }: RateQuestion) =>
  asksAbout(filters, "tenant") || confinement.tenants !== null;

/** `called` and `total`, of tenants that are told apart. */
const calledOfTenants = (range: RateQuestion, days: readonly number[]) => sql`
  each as materialized (
    select service, environment, tenant, tool, sum(calls) as calls from (${callRows(range, days)}) as row
    group by 1, 2, 3, 4 having sum(calls) > 0
  ),
  called as materialized (select ${callerOf("each")} from each),
  total as (select sum(calls) as calls from each)`;

/**
 * The same of all tenants: who called is read of narrow rows, how often without tenants. Minutes tell the rest: their sum
 * where days know everybody who failed, which is soon told, and by caller where not.
 */
function calledOfAll(range: RateQuestion, days: readonly number[], failing: SQL): SQL {
  const { pieces, rest } = piecesOf(range.boundaries, days);
  const inRest = and(withinAny(calls.minute, rest), chosen(range, calls));
  return sql`
    seen as materialized (${calledInDays(range, pieces)}),
    unseen as materialized (
      select count(*) > 0 as are_any from ${failingCallers}
      where ${failing} and (${callerOf("failing_callers")}) not in (select * from seen)
    ),
    each as materialized (
      select service, environment, tenant, tool, sum(calls) as calls from ${calls}
      where (select are_any from unseen) and ${inRest} group by 1, 2, 3, 4
    ),
    called as materialized (
      select * from seen union all select ${callerOf("each")} from each where calls > 0
    ),
    total as (
      select sum(calls) as calls from (
        select sum(calls) as calls from each
        union all select sum(calls) from ${calls} where not (select are_any from unseen) and ${inRest}
        union all select sum(calls) from (${overviewRows(range, pieces)}) as row
      ) as all_of_them
    )`;
}

/** Whole days are looked up for each caller from the first to the last of them, which ends with one that it called on. */
function calledInDays(range: RateQuestion, pieces: readonly DayPiece[]): SQL {
  const isWhole = ({ low, high }: DayPiece) => low === 0 && high === QUARTERS;
  const whole = pieces.filter(isWhole).map(({ day }) => day);
  const [first, last] = [whole[0] ?? 0, whole.at(-1) ?? -1];
  const others = gapsBetween(whole, first, last).flatMap(({ from, to }) => daysFrom(from, to));
  const isOther = others.length === 0 ? undefined : sql`c.day <> all(${daysArray(others)})`;
  const inWhole = and(
    sql`c.day between ${isoFromMillis(first)}::timestamptz and ${isoFromMillis(last)}::timestamptz`,
    isOther,
  );
  const isChosen = chosen(range, callSeries) ?? sql`true`;
  return sql`
    select ${callerOf("call_series")} from ${callSeries} cross join lateral (
      select from caller_days c where c.call_series_id = ${callSeries.call_series_id} and ${inWhole} limit 1
    ) as one where ${isChosen}
    union
    select ${callerOf("call_series")} from ${piecesTable(pieces.filter((piece) => !isWhole(piece)))}
      join call_days using (day) join ${callSeries} using (call_series_id)
    where sums[high] > coalesce(sums[low], 0) and ${isChosen}`;
}

const DAY_MILLIS = 86_400_000;
const daysFrom = (from: number, to: number) =>
  Array.from({ length: (to - from) / DAY_MILLIS }, (_, at) => from + at * DAY_MILLIS);

const QUARTERS = 96;

/**
 * `select service, environment, tenant, tool, release, step, calls`: parts of summed days, without tenants where nobody
 * asks for one, and minutes for the rest.
 */
export function callRows(question: RateQuestion, days: readonly number[]): SQL {
  const { pieces, rest } = piecesOf(question.boundaries, days);
  return sql`
    ${knowsTenants(question) ? tenantRows(question, pieces) : overviewRows(question, pieces)}
    union all
    select service, environment, tenant, tool, release, ${bucketOf(question, sql`${calls.minute}`)}, calls
    from ${calls} where ${and(withinAny(calls.minute, rest), chosen(question, calls))}`;
}

/** By `offset 0` what is sorted or hashed does not carry the numbers of a whole day along. */
const tenantRows = (question: RateQuestion, pieces: readonly DayPiece[]) => sql`
  select service, environment, tenant, tool, release, step, calls from (
    select call_series_id, step, sum(part) as calls from (
      select call_series_id, step, sums[high] - coalesce(sums[low], 0) as part
      from ${piecesTable(pieces)} join call_days using (day) offset 0
    ) as cut group by 1, 2
  ) as summed join ${callSeries} using (call_series_id) where ${chosen(question, callSeries) ?? sql`true`}`;

const overviewRows = (question: RateQuestion, pieces: readonly DayPiece[]) => sql`
  select service, environment, null::text as tenant, tool, release, step, sums[high] - coalesce(sums[low], 0) as calls
  from ${piecesTable(pieces)} join ${callOverviewDays} using (day)
  where ${chosen(question, callOverviewDays) ?? sql`true`}`;

type CallTable = typeof calls | typeof callSeries | typeof callOverviewDays;

function chosen({ filters, confinement }: RateQuestion, table: CallTable): SQL | undefined {
  const columns = { tenant: null, ...table, ...UNKNOWN_TO_CALLS };
  return and(matching(filters, columns), confine(confinement, columns));
}

/** Calls know no codes, classes or effects, and must not be asked for them. */
const UNKNOWN_TO_CALLS = { code: null, class: null, effect: null, unmapped: null };

// No stored text is empty, so that it stands for what was not reported: `is not distinct from` cannot be hashed.
const callerOf = (table: string) =>
  sql.raw(
    `coalesce(${table}.service, ''), coalesce(${table}.environment, ''), coalesce(${table}.tenant, ''), ${table}.tool`,
  );
const callerKey = (table: string) =>
  sql.raw(`jsonb_build_array(${table}.service, ${table}.environment, ${table}.tenant, ${table}.tool)`);
const placeKey = (table: string) =>
  sql.raw(`jsonb_build_array(${table}.service, ${table}.environment, ${table}.tool)`);

type CallerColumns = Record<"service" | "environment" | "tenant" | "tool", Column>;

/** The rows of these places. */
export const ofPlaces =
  (places: readonly string[]) =>
  ({ service, environment, tool }: CallerColumns): SQL =>
    sql`jsonb_build_array(${service}, ${environment}, ${tool}) = any(${sql.param([...places])}::text[]::jsonb[])`;

/** The rows of these callers. */
export const ofCallers =
  (callers: readonly string[]) =>
  ({ service, environment, tenant, tool }: CallerColumns): SQL =>
    sql`jsonb_build_array(${service}, ${environment}, ${tenant}, ${tool}) = any(${sql.param([...callers])}::text[]::jsonb[])`;
