import { sql } from "drizzle-orm";
import { type SeriesDimensions, seriesKey } from "@/domain/rollup-dimensions";
import type { Database } from "../client";

/**
 * The ids of these combinations, made where missing, keyed by `seriesKey`. Outside the ingest transaction:
 * a series without events is harmless, and its rows must not be locked while a batch commits. The update
 * changes nothing; it makes the statement return the rows that exist. Sorted, so that two interning
 * processes cannot deadlock.
 */
export async function internSeries(
  db: Database,
  wanted: readonly SeriesDimensions[],
  sourceId: number,
): Promise<Map<string, number>> {
  const sorted = [...wanted].sort((a, b) => (seriesKey(a) < seriesKey(b) ? -1 : 1));
  const rows = await db.execute<SeriesDimensions & { series_id: number }>(sql`
    with interned as (
      insert into series (level, service, environment, class, unmapped, tool, code, effect, release, tenant, first_source_id)
      select item.*, ${sourceId}::int
      from json_to_recordset(${JSON.stringify(sorted)}::text::json) as item(
        level text, service text, environment text, class text, unmapped boolean,
        tool text, code text, effect text, release text, tenant text)
      on conflict on constraint series_dimensions do update set level = excluded.level
      returning *
    ),
    callers as (
      insert into failing_callers (tool, service, environment, tenant)
      select distinct tool, service, environment, tenant from interned where level = 'tenant' and tool is not null
      order by 1, 2, 3, 4 on conflict do nothing
    )
    select * from interned`);
  return new Map(rows.map((row) => [seriesKey(row), row.series_id]));
}

/** How many combinations of the full level this source was the first to send. */
export async function countSeries(db: Database, sourceId: number): Promise<number> {
  const [row] = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from series where first_source_id = ${sourceId} and level = 'full'`,
  );
  return row?.count ?? 0;
}
