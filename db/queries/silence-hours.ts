import { type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { addSeconds, instantFromPostgres } from "@/domain/instant";
import type { Hour, HourCounts } from "@/domain/rhythm-hours";

/** Where a code is judged: over all tenants, or within one. */
export type SilencePlace = {
  level: "full" | "tenant";
  tool: string;
  service: string | null;
  environment: string | null;
  tenant: string | null;
};
export type SilenceCandidate = SilencePlace & {
  code: string;
  /** The last hour in which it was seen, and the end of the last quarter in it. */
  last: Hour;
  since: string;
};

const HOUR_SECONDS = 3_600;
const hourNumber = (column: SQL) => sql`(extract(epoch from ${column})::int8 / ${HOUR_SECONDS}::int8)::int`;

export type CandidateRule = {
  now: string;
  /** Seen since, but not in these last hours. */
  looked_back_hours: number;
  quiet_hours: number;
  /** Seen in at least so many hours. */
  active_hours: number;
  /** Below this much of the mean week that has passed, no rhythm can call it silent; see the condition. */
  passed_least: number;
};

/**
 * Named codes that may have gone silent: those whose pause could at most have passed so much of their week. A week passes at
 * most the hours in which it was active per week and half as much again, so the rest needs no rhythm learned.
 */
export async function readSilenceCandidates(
  db: Database | Transaction,
  rule: CandidateRule,
): Promise<SilenceCandidate[]> {
  const from = addSeconds(rule.now, -rule.looked_back_hours * HOUR_SECONDS);
  const rows = await db.execute<SilenceCandidate>(sql`
    with seen as (
      select series_id, count(*) as hours, min(hour) as first, max(hour) as last
      from rollup_hours where hour >= ${from}::text::timestamptz group by series_id
    ),
    places as (
      select level, tool, code, service, environment, tenant, sum(hours) as hours, min(first) as first,
        max(last) as last, array_agg(series_id) as series_ids
      from series join seen using (series_id)
      where level in ('full', 'tenant') and not unmapped and code <> '(other)' and tool <> '(other)'
      group by 1, 2, 3, 4, 5, 6
      having sum(hours) >= ${rule.active_hours}::int
        and max(last) < ${addSeconds(rule.now, -rule.quiet_hours * HOUR_SECONDS)}::text::timestamptz
    ),
    paused as (
      select *, extract(epoch from ${rule.now}::text::timestamptz - last) / 604800 as weeks,
        greatest(extract(epoch from last - first) / 604800, 2) as known_weeks
      from places
    )
    select level, tool, code, service, environment, tenant, ${hourNumber(sql`last`)} as last,
      (select max(r.hour + case when r.q3 > 0 then interval '1 hour' when r.q2 > 0 then interval '45 minutes'
          when r.q1 > 0 then interval '30 minutes' else interval '15 minutes' end)
        from rollup_hours r where r.hour = paused.last and r.series_id = any(paused.series_ids)) as since
    from paused
    where ceil(weeks) * hours / known_weeks * 1.5 >= ${rule.passed_least}::float8
    order by level, service, environment, tenant, tool, code`);
  return rows.map((row) => ({ ...row, since: instantFromPostgres(row.since) }));
}

type Range = { from: Hour; to: Hour };
const instantOf = (hour: Hour): SQL => sql`to_timestamp(${hour}::float8 * 3600)`;

/** Of the place, all but the tool: what its service reports is of these. */
const withinPlace = (place: SilencePlace): SQL => sql`service is not distinct from ${place.service}::text
  and environment is not distinct from ${place.environment}::text
  ${place.level === "tenant" ? sql`and tenant is not distinct from ${place.tenant}::text` : sql``}`;

export type CodeHours = { code: string; unmapped: boolean; hours: HourCounts };

/** Failures of a tool at a place by code and hour, ascending. */
export async function readCodeHours(
  db: Database | Transaction,
  place: SilencePlace,
  range: Range,
): Promise<CodeHours[]> {
  return db.execute<CodeHours>(sql`
    select code, unmapped, json_agg(json_build_array(hour, failures) order by hour) as hours from (
      select code, unmapped, ${hourNumber(sql`hour`)} as hour, sum(q0 + q1 + q2 + q3) as failures
      from series join rollup_hours using (series_id)
      where level = ${place.level}::text and tool = ${place.tool}::text and ${withinPlace(place)}
        and hour >= ${instantOf(range.from)} and hour < ${instantOf(range.to)}
      group by 1, 2, 3) as counted
    group by code, unmapped`);
}

/** Calls of a tool at a place by hour; empty when none are reported. */
export async function readCallHours(
  db: Database | Transaction,
  place: SilencePlace,
  range: Range,
): Promise<HourCounts> {
  const [row] = await db.execute<{ hours: HourCounts | null }>(sql`
    select json_agg(json_build_array(hour, calls) order by hour) as hours from (
      select ${hourNumber(sql`minute`)} as hour, sum(calls)::float8 as calls from calls
      where tool = ${place.tool}::text and ${withinPlace(place)}
        and minute >= ${instantOf(range.from)} and minute < ${instantOf(range.to)}
      group by 1) as counted`);
  return row?.hours ?? [];
}

/** Unmapped failures of a tool at a place by group and hour. */
export async function readGroupHours(
  db: Database | Transaction,
  place: SilencePlace,
  range: Range,
): Promise<HourCounts[]> {
  const rows = await db.execute<{ hours: HourCounts }>(sql`
    select json_agg(json_build_array(hour, events) order by hour) as hours from (
      select group_id, ${hourNumber(sql`hour`)} as hour, sum(events)::float8 as events
      from unmapped_groups join unmapped_hours using (group_id)
      where tool = ${place.tool}::text and ${withinPlace(place)}
        and hour >= ${instantOf(range.from)} and hour < ${instantOf(range.to)}
      group by 1, 2) as counted
    group by group_id`);
  return rows.map(({ hours }) => hours);
}

/** Whatever a place's service reports by hour: failures, and calls of any tool. */
export async function readProducerHours(
  db: Database | Transaction,
  place: SilencePlace,
  range: Range,
): Promise<HourCounts> {
  const [row] = await db.execute<{ hours: HourCounts | null }>(sql`
    select json_agg(json_build_array(hour, reported) order by hour) as hours from (
      select hour, sum(reported)::float8 as reported from (
        select ${hourNumber(sql`hour`)} as hour, sum(q0 + q1 + q2 + q3) as reported
        from series join rollup_hours using (series_id)
        where level = ${place.level}::text and ${withinPlace(place)}
          and hour >= ${instantOf(range.from)} and hour < ${instantOf(range.to)}
        group by 1
        union all
        select ${hourNumber(sql`minute`)}, sum(calls) from calls
        where ${withinPlace(place)} and minute >= ${instantOf(range.from)} and minute < ${instantOf(range.to)}
        group by 1) as either
      group by hour) as counted`);
  return row?.hours ?? [];
}

export type PlaceRelease = { release: string; released_at: string; url: string | null };

/** The releases of a place's service and environment in the range, oldest first; whole ones before those made from events. */
export async function readPlaceReleases(
  db: Database | Transaction,
  place: SilencePlace,
  range: Range,
): Promise<PlaceRelease[]> {
  const rows = await db.execute<PlaceRelease>(sql`
    select release, released_at, url from releases
    where service is not distinct from ${place.service}::text
      and (environment is null or environment is not distinct from ${place.environment}::text)
      and released_at >= ${instantOf(range.from)} and released_at < ${instantOf(range.to)}
    order by released_at, known_from desc`);
  return rows.map((row) => ({ ...row, released_at: instantFromPostgres(row.released_at) }));
}
