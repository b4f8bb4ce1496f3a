import { sql } from "drizzle-orm";
import type { Database } from "../client";

export type ScrubCount = { source_id: number; day: string; kind: string; found: number };

/** Adds to what was counted; sorted, so that processes that add the same rows cannot deadlock. */
export async function addScrubCounts(
  db: Pick<Database, "execute">,
  counts: readonly ScrubCount[],
): Promise<void> {
  if (counts.length === 0) return;
  await db.execute(sql`
    insert into scrub_counts as s (source_id, day, kind, found)
    select source_id, day, kind, sum(found) from json_to_recordset(${JSON.stringify(counts)}::text::json)
      as item(source_id int, day date, kind text, found bigint)
    group by source_id, day, kind
    order by source_id, day, kind
    on conflict (source_id, day, kind) do update set found = s.found + excluded.found`);
}

export type ScrubbedBySource = { source: string; kind: string; found: number };

/** What was hidden from the first day to the last (UTC, both included), by source and kind. */
export async function readScrubCounts(
  db: Pick<Database, "execute">,
  from: string,
  to: string,
): Promise<ScrubbedBySource[]> {
  const rows = await db.execute<{ source: string; kind: string; found: string }>(sql`
    select sources.name as source, kind, sum(found)::text as found
    from scrub_counts join sources using (source_id)
    where day between ${from}::text::date and ${to}::text::date
    group by sources.name, kind
    order by sources.name, sum(found) desc, kind`);
  return rows.map(({ source, kind, found }) => ({ source, kind, found: Number(found) }));
}
