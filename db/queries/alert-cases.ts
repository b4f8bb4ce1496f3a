import { and, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { cases } from "@/db/schema/cases";
import type { AlertPlace } from "@/domain/alerts/condition";
import type { LevelStep } from "@/domain/alerts/levels";
import { isoFromMillis } from "@/domain/instant";

/**
 * From when on how many more cases of a place are within so many minutes of their deadline or past it, and how many fewer,
 * in (from, to]; those before are there from its start. Summed by minute, so that a hundred thousand cases are few rows.
 * A case that was reopened counts from then on, with the deadline that it has now.
 */
export function readCaseSteps(
  db: Database,
  { tenant, environment, service, tool }: AlertPlace,
  within_minutes: number,
  { from, to }: { from: number; to: number },
): Promise<LevelStep[]> {
  const [start, end] = [sql`${isoFromMillis(from)}::timestamptz`, sql`${isoFromMillis(to)}::timestamptz`];
  const place = and(
    tenant === null ? undefined : sql`${cases.tenant} = ${tenant}::text`,
    environment === null ? undefined : sql`${cases.environment} = ${environment}::text`,
    service === null ? undefined : sql`${cases.service} = ${service}::text`,
    tool === null ? undefined : sql`${cases.tool} = ${tool}::text`,
    sql`${cases.deadline_at} <= ${end} + interval '1 minute' * ${within_minutes}::int`,
    sql`(${cases.state} <> 'settled' or ${cases.settled_at} > ${start})`,
  );
  return db.execute<LevelStep>(sql`
    with due as (
      select greatest(coalesce(${cases.reopened_at}, ${cases.opened_at}),
          ${cases.deadline_at} - interval '1 minute' * ${within_minutes}::int, ${start}) as entered,
        case when ${cases.state} = 'settled' then ${cases.settled_at} end as settled
      from ${cases} where ${place}
    ), counted as (
      select entered, settled from due where entered <= ${end} and (settled is null or settled > entered)
    )
    select (extract(epoch from date_bin('1 minute', at + interval '59.999999 seconds', 'epoch')) * 1000)::float8 as at,
      sum(by)::float8 as by
    from (
      select entered as at, 1 as by from counted
      union all
      select settled, -1 from counted where settled <= ${end}
    ) as steps
    group by 1`);
}
