import type { Sql } from "postgres";
import { createDatabase } from "@/db/client";
import { startEmbedded } from "@/db/embedded";
import { migrateDatabase } from "@/db/migrate";
import { readIntakeCounts } from "@/db/queries/intake-counts";
import { inSnapshot } from "@/db/queries/rates";
import { type Step, stepBoundaries } from "@/domain/steps";
import { createTestFolder } from "@/tests/support/folder";
import { measure, percentile } from "./measure";

/* `node --import tsx bench/intake.ts`: reading 30 days of what five sources sent, 1.3 million rows (decision 0088). */

const DAY_MS = 86_400_000;
const RANGES: readonly [number, Step][] = [[30, "1d"], [30, "1h"], [7, "1h"], [1, "5m"]]; // biome-ignore format: one list

async function fill(sql: Sql): Promise<void> {
  await sql`insert into sources (name) select 'source-' || n from generate_series(1, 5) as n`;
  await sql`
    insert into intake_counts (source_id, door, slot, measure, detail, items)
    select source_id, door, slot, measure, detail, 1 + (random() * 100)::int
    from generate_series(date_trunc('hour', now()) - interval '30 days', now(), interval '5 min') as slot
    cross join sources
    cross join (
      select 'events' as door, unnest(array['accepted', 'duplicate', 'conflict', 'skewed', 'sanitized', 'scrubbed',
        'malformed_code', 'message_cut', 'leaked']) as measure, '' as detail
      union all select 'events', 'rejected', 'reason_' || n from generate_series(1, 4) as n
      union all select 'events', 'lag', n::text from generate_series(1, 10) as n
      union all select unnest(array['frames', 'calls', 'recoveries']), measure, ''
        from unnest(array['accepted', 'duplicate']) as measure
      union all select 'evidence', 'accepted', ''
    ) as counted`;
  await sql`vacuum analyze intake_counts`;
}

const folder = createTestFolder();
const embedded = await startEmbedded({ dataDir: folder.path, log: () => {} });
await migrateDatabase({ url: embedded.url, onWait: () => {} });
const { sql, db, close } = createDatabase({ url: embedded.url, max: 2 });
try {
  await fill(sql);
  const rows: Record<string, unknown>[] = [];
  for (const [days, step] of RANGES) {
    const now = Date.now();
    const boundaries = stepBoundaries(now - days * DAY_MS, now, step, "UTC");
    const question = { boundaries: boundaries.map((at) => new Date(at).toISOString()), doors: undefined };
    const sample = await measure(`${days} d by ${step}`, 1, 9, async () => {
      const { sums } = await inSnapshot(db, (tx) => readIntakeCounts(tx, question));
      return sums.length;
    });
    rows.push({ reading: sample.name, p50_ms: Math.round(percentile(sample, 0.5)) });
  }
  console.table(rows);
} finally {
  await close();
  await embedded.stop();
  folder.remove();
}
