import { type SQL, sql } from "drizzle-orm";
import type { Transaction } from "../client";
import { inDay, lockSumming, rememberSummed } from "./summed-days";

/** Sums a day up, in the place of what was known of it. Being run twice changes nothing. */
export type SumDay = (tx: Transaction, day: string) => Promise<void>;

const startOf = (day: string) => sql`${day}::text::timestamptz`;

/** Calls of the day by who called, up to the end of each quarter hour. */
export const sumCalls: SumDay = async (tx, day) => {
  await lockSumming(tx, "calls");
  for (const table of ["call_days", "caller_days", "call_overview_days"])
    await tx.execute(sql`delete from ${sql.identifier(table)} where day = ${startOf(day)}`);
  await tx.execute(sql`
    insert into call_series (tool, service, environment, tenant, release)
    select distinct tool, service, environment, tenant, release from calls where ${inDay("minute", day)}
    order by 1, 2, 3, 4, 5 on conflict do nothing`);
  const words = sql`tool, service, environment, tenant, release`;
  const key = sql`jsonb_build_array(${words})`;
  // Quarters without a call come by UNION ALL: a join with all of them is planned as a product within each series.
  await tx.execute(sql`
    with counted as materialized (
      select call_series_id, quarter, calls from (
        select ${key} as key, quarter, calls from (
          select ${words}, date_part('epoch', minute - ${startOf(day)})::int / 900 as quarter, sum(calls) as calls
          from calls where ${inDay("minute", day)} group by ${words}, quarter
        ) as quarters
      ) as row join (select call_series_id, ${key} as key from call_series) as named using (key)
    )
    insert into call_days (day, call_series_id, sums)
    select ${startOf(day)}, call_series_id, array_agg(total order by quarter) from (
      select call_series_id, quarter,
        (sum(sum(calls)) over (partition by call_series_id order by quarter))::bigint as total
      from (
        select call_series_id, quarter, calls from counted
        union all
        select call_series_id, quarter, 0 from (select distinct call_series_id from counted) as named
          cross join generate_series(0, 95) as quarter
      ) as padded group by call_series_id, quarter
    ) as summed group by call_series_id`);
  await tx.execute(sql`
    insert into caller_days (day, call_series_id)
    select day, call_series_id from call_days where day = ${startOf(day)} and sums[96] > 0`);
  await tx.execute(sql`
    insert into call_overview_days (day, tool, service, environment, release, sums)
    select ${startOf(day)}, tool, service, environment, release, array_agg(total order by quarter) from (
      select tool, service, environment, release, quarter, sum(part)::bigint as total
      from call_days join call_series using (call_series_id) cross join unnest(sums) with ordinality as each(part, quarter)
      where day = ${startOf(day)} group by 1, 2, 3, 4, 5
    ) as summed group by 2, 3, 4, 5`);
  await rememberSummed(tx, "calls", day);
};

/** Recoveries of the day as histograms of attempts, with and without their service, environment and release. */
export const sumRecoveries: SumDay = async (tx, day) => {
  await lockSumming(tx, "recoveries");
  await tx.execute(sql`delete from recovery_days where day = ${startOf(day)}`);
  await tx.execute(sql`
    insert into recovery_kinds (tool, code, class, outcome)
    select distinct tool, code, class, outcome from recoveries where ${inDay("occurred_at", day)}
    order by 1, 2, 3, 4 on conflict do nothing`);
  await insertHistograms(tx, day, "overview");
  await insertHistograms(tx, day, "full");
  await rememberSummed(tx, "recoveries", day);
};

async function insertHistograms(tx: Transaction, day: string, level: "overview" | "full"): Promise<void> {
  const none = (name: string) => `null::text as ${name}`;
  const names = ["service", "environment", "release"];
  const place = sql.raw((level === "full" ? names : names.map(none)).join(", "));
  const kind = sql`jsonb_build_array(tool, code, class, outcome)`;
  await tx.execute(sql`
    with named as materialized (select recovery_kind_id as kind, ${kind} as key from recovery_kinds),
    counted as (
      select service, environment, release, kind, attempts, count(*)::int as episodes, max(run_id) as run_id
      from (select ${place}, ${kind} as key, attempts, run_id from recoveries where ${inDay("occurred_at", day)}) as row
        join named using (key)
      group by 1, 2, 3, 4, 5
    ),
    ordered as (
      select *, lead(kind) over (partition by service, environment, release order by kind, attempts)
        is distinct from kind as is_most
      from counted
    )
    insert into recovery_days (day, level, service, environment, release, kinds, attempts, episodes, longest_runs)
    select ${startOf(day)}, ${level}, service, environment, release, array_agg(kind order by kind, attempts),
      array_agg(attempts order by kind, attempts), array_agg(episodes order by kind, attempts),
      array_agg(run_id order by kind, attempts) filter (where is_most)
    from ordered group by service, environment, release`);
}

/** The sums of `code_hours` that are the same by day. */
export const CODE_SUMS = [
  ...["events", "retry_yes", "retry_no", "effect_absent", "effect_committed", "effect_unknown", "lacks_message"],
  ...["lacks_field", "lacks_correction", "lacks_retry_after", "lacks_effect", "lacking", "lacking_in_reading"],
]; // biome-ignore format: one list

/** Hours that were looked through, of all tenants together. Whoever calls it holds the lock of looking through hours. */
export const sumHours: SumDay = async (tx, day) => {
  for (const table of ["code_days", "unmapped_days"])
    await tx.execute(sql`delete from ${sql.identifier(table)} where day = ${startOf(day)}`);
  await insertCodeDays(tx, day, { level: "overview", parts: "code, tool, class, unmapped" });
  const parts = "code, tool, class, unmapped, environment, service";
  await insertCodeDays(tx, day, { level: "full", parts });
  const newest = (column: string) =>
    sql.raw(`(array_agg(${column} order by last_seen_at desc, ${column}))[1]`);
  await tx.execute(sql`
    insert into unmapped_days (day, group_id, class, environment, service, release, events, unsafe, first_seen_at,
      last_seen_at, example_reference, example_event_id, sums)
    select ${startOf(day)}, group_id, class, environment, service, release, sum(events)::int, sum(unsafe)::int,
      min(first_seen_at), max(last_seen_at), ${newest("example_reference")}, ${newest("example_event_id")}, ${sumsByHour(day)}
    from unmapped_hours where ${inDay("hour", day)} group by group_id, class, environment, service, release`);
  const [hours] = await tx.execute<{ first: string | null; last: string | null }>(
    sql`select min(hour) as first, max(hour) as last from code_hours where ${inDay("hour", day)}`,
  );
  await rememberSummed(tx, "hours", day, hours);
};

async function insertCodeDays(
  tx: Transaction,
  day: string,
  { level, parts }: { level: "overview" | "full"; parts: string },
): Promise<void> {
  const sums = CODE_SUMS.map((name) => sql.raw(`sum(${name})::int`));
  await tx.execute(sql`
    insert into code_days (day, level, ${sql.raw(parts)}, ${sql.raw(CODE_SUMS.join(", "))}, example_at, first_seen_at,
      last_seen_at, sums)
    select ${startOf(day)}, ${level}, ${sql.raw(parts)}, ${sql.join(sums, sql`, `)},
      coalesce(max(example_at) filter (where lacking_in_reading > 0), max(example_at)),
      min(first_seen_at), max(last_seen_at), ${sumsByHour(day)}
    from code_hours where ${inDay("hour", day)} group by ${sql.raw(parts)}`);
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** Events up to the end of each hour. */
function sumsByHour(day: string): SQL {
  const ends = HOURS.map(
    (hour) =>
      sql`coalesce(sum(events) filter (where hour <= ${startOf(day)} + ${sql.raw(`interval '${hour} hours'`)}), 0)`,
  );
  return sql`array[${sql.join(ends, sql`, `)}]::int[]`;
}
