import type { Sql } from "postgres";
import { createDatabase } from "@/db/client";
import { startEmbedded } from "@/db/embedded";
import { migrateDatabase } from "@/db/migrate";
import { readIntakeCounts } from "@/db/queries/intake-counts";
import { listIntakeHoursToRoll, rollIntakeHour } from "@/db/queries/intake-hours";
import { inSnapshot } from "@/db/queries/rates";
import { type Step, stepBoundaries } from "@/domain/steps";
import { createTestFolder } from "@/tests/support/folder";

/* `node --import tsx bench/intake.ts`: reading 30 days of what five sources sent, 1.3 million rows, by five minutes and by hours (0099). */

const ROUNDS = 11;
const DAY_MS = 86_400_000;
const RANGES: readonly [number, Step, string][] = [
  [30, "1d", "UTC"],
  [30, "1h", "UTC"],
  [30, "1h", "Asia/Kathmandu"],
  [7, "1h", "UTC"],
  [1, "5m", "UTC"],
];

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

/** As the duty does. */
async function rollAll(): Promise<void> {
  const hours = await listIntakeHoursToRoll(db, { before: null, limit: 1_000 });
  for (const hour of hours) await db.transaction((tx) => rollIntakeHour(tx, hour));
}

/** By turns, so that both are read at the same load. */
async function compare([days, step, zone]: (typeof RANGES)[number]) {
  const now = Date.now();
  const boundaries = stepBoundaries(now - days * DAY_MS, now, step, zone);
  const question = { boundaries: boundaries.map((at) => new Date(at).toISOString()), doors: undefined };
  const read = async () => {
    const started = performance.now();
    await inSnapshot(db, (tx) => readIntakeCounts(tx, question));
    return performance.now() - started;
  };
  const taken = { slots: [] as number[], hours: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    taken.hours.push(await read());
    await sql`insert into late_intake_hours select hour from rolled_intake_hours`;
    taken.slots.push(await read());
    await sql`truncate late_intake_hours`;
  }
  const [slots, hours] = [median(taken.slots), median(taken.hours)];
  return {
    ...{ reading: `${days} d by ${step}, ${zone}`, slots_ms: Math.round(slots), hours_ms: Math.round(hours) },
    ...{ hours_best_ms: Math.round(Math.min(...taken.hours)), ratio: (hours / slots).toFixed(2) },
  };
}

const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

const folder = createTestFolder();
const embedded = await startEmbedded({ dataDir: folder.path, log: () => {} });
await migrateDatabase({ url: embedded.url, onWait: () => {} });
const { sql, db, close } = createDatabase({ url: embedded.url, max: 2 });
try {
  await fill(sql);
  const started = performance.now();
  await rollAll();
  console.log(`rolled all hours in ${Math.round(performance.now() - started)} ms`);
  await sql`vacuum analyze intake_hours`;
  const rows = [];
  for (const range of RANGES) rows.push(await compare(range));
  console.table(rows);
} finally {
  await close();
  await embedded.stop();
  folder.remove();
}
