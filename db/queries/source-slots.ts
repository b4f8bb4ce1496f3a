import type { Database } from "@/db/client";
import { runNamed } from "@/db/driver";
import { instantFromPostgres } from "@/domain/instant";
import type { SourceSlot } from "@/domain/source-lag";

/** A walk of the primary key for each source: some hundred rows, whatever else was counted. */
const SLOTS = `
  select s.name as source, c.slot::text as slot,
    coalesce(sum(c.items) filter (where c.measure in ('accepted', 'duplicate', 'conflict')), 0)::float8 as items,
    coalesce(json_object_agg(c.detail, c.items) filter (where c.measure = 'lag'), '{}') as lags
  from sources s cross join lateral (
    select counted.slot, counted.measure, counted.detail, counted.items from intake_counts counted
    where counted.source_id = s.source_id and counted.door = 'events' and counted.slot >= $1::text::timestamptz
  ) as c
  where exists (select from keys k where k.source_id = s.source_id and k.revoked_at is null
    and (k.expires_at is null or k.expires_at > $2::text::timestamptz) and 'ingest' = any(k.scopes))
  group by s.name, c.slot`;

/** What came in by event since then, by source and five minutes, of the sources that still have a key by `now`. */
export async function readSourceSlots(
  db: Database,
  { since, now }: { since: string; now: string },
): Promise<SourceSlot[]> {
  const rows = await runNamed<SourceSlot>(db, SLOTS, [since, now]);
  return rows.map((row) => ({ ...row, slot: instantFromPostgres(row.slot) }));
}
