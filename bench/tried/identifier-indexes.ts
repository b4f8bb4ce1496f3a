import { createHash } from "node:crypto";
import type { Sql } from "postgres";
import { createDatabase } from "@/db/client";
import { startEmbedded } from "@/db/embedded";
import { migrateDatabase } from "@/db/migrate";
import { copyEvents } from "@/db/queries/copy-events";
import { ensurePartitions } from "@/db/queries/partitions";
import type { PreparedEvent } from "@/domain/event";
import { createTestFolder } from "@/tests/support/folder";
import { prepareRows } from "../contestants";
import { cpuMillisecondsOf } from "../cpu";
import { makeEvents } from "../make-events";

/**
 * Ways to find an event by its trace, run, call and key, by what each costs ingest in PostgreSQL's CPU and on disk
 * (docs/decisions/0090): `node --import tsx bench/tried/identifier-indexes.ts`. Every event has all four, which is the
 * worst case; references, traces and calls come in no order.
 */
const SIZE = 500;
const BATCHES = 60;
const ROUNDS = 3;
const IDENTIFIERS = ["trace_id", "run_id", "call_id", "idempotency_key"] as const;

const each = (make: (column: string) => string, columns: readonly string[] = IDENTIFIERS) =>
  columns.map(make);
const partial = (column: string, on: string) => `create index on events (${on}) where ${column} is not null`;
const hashed = (column: string) => `hashtextextended(${column}, 0)`;
const all = IDENTIFIERS.join(", ");

const others = ["trace_id", "call_id", "idempotency_key"];
const withTime = (column: string) => partial(column, `${hashed(column)}, occurred_at`);
const gin = `create index identifiers on events using gin ((array[${each(hashed).join(", ")}]))`;

const ways: [string, string[]][] = [
  ["none", []],
  ["b-tree of run_id alone (before)", each((one) => partial(one, one), ["run_id"])],
  ["run_id with time; the others' hashes with time (chosen)", [partial("run_id", "run_id, occurred_at"), ...each(withTime, others)]],
  ["b-tree each", each((one) => partial(one, one))],
  ["b-tree each, with time", each((one) => partial(one, `${one}, occurred_at`))],
  ["b-tree each, of 64-bit hashes", each((one) => partial(one, hashed(one)))],
  ["hash index each", each((one) => `create index on events using hash (${one}) where ${one} is not null`)],
  ["one GIN of text", [`create index identifiers on events using gin ((array[${all}]))`]],
  ["one GIN of 64-bit hashes, 4 MB pending", [gin]],
  ["one GIN of hashes, 256 kB pending", [`${gin} with (gin_pending_list_limit = 256)`]],
]; // biome-ignore format: a way a line

type Cost = { postgres: number; events: number; bytes: number };

async function main(): Promise<void> {
  const folder = createTestFolder();
  const embedded = await startEmbedded({ dataDir: folder.path, log: () => {} });
  await migrateDatabase({ url: embedded.url });
  const handle = createDatabase({ url: embedded.url, max: 1 });
  const costs = new Map<string, Cost>(ways.map(([name]) => [name, { postgres: 0, events: 0, bytes: 0 }]));
  try {
    const batches = Array.from({ length: BATCHES }, (_, at) => batchOf(at * SIZE));
    const times = batches.flat().map((row) => row.occurred_at);
    await ensurePartitions(handle.db, "events", times, 7);
    const [backend] = await handle.sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [name, indexes] of ways) {
        await prepare(handle.sql, indexes);
        const began = cpuMillisecondsOf(backend?.pid ?? 0);
        for (const rows of batches) await handle.db.transaction((tx) => copyEvents(tx, rows));
        await mergePending(handle.sql);
        const postgres = cpuMillisecondsOf(backend?.pid ?? 0) - began;
        const cost = costs.get(name);
        // The first round warms.
        if (round === 0 || cost === undefined) continue;
        cost.postgres += postgres;
        cost.events += SIZE * BATCHES;
        cost.bytes = await indexBytes(handle.sql);
      }
    }
  } finally {
    await handle.close();
    await embedded.stop();
    folder.remove();
  }
  const base = costs.get("none");
  console.table(
    [...costs].map(([way, { postgres, events, bytes }]) => ({
      way,
      us_postgres: Number(((postgres * 1000) / events).toFixed(1)),
      bytes_an_event: Math.round((bytes - (base?.bytes ?? 0)) / (SIZE * BATCHES)),
    })),
  );
}

function batchOf(from: number): PreparedEvent[] {
  return prepareRows(
    makeEvents(SIZE, from).map((event, index) => {
      const unordered = createHash("md5")
        .update(`trace ${from + index}`)
        .digest("hex");
      return {
        ...event,
        run_id: `run-${Math.floor((from + index) / 4)}`,
        trace_id: unordered,
        call_id: `call_${unordered.slice(0, 24)}`,
        idempotency_key: `refund-${unordered.slice(4, 16)}`,
      };
    }),
  );
}

async function prepare(sql: Sql, indexes: readonly string[]): Promise<void> {
  await sql`truncate events`;
  const extra = await sql<{ name: string }[]>`
    select indexrelid::regclass::text as name from pg_index
    where indrelid = 'events'::regclass and not indisprimary
      and indexrelid::regclass::text not in ('events_by_time', 'events_by_skeleton')`;
  for (const { name } of extra) await sql.unsafe(`drop index ${name}`);
  for (const index of indexes) await sql.unsafe(index);
}

/** What a GIN has put off is work as well. */
async function mergePending(sql: Sql): Promise<void> {
  await sql`
    select gin_clean_pending_list(c.oid) from pg_class c join pg_am a on a.oid = c.relam
    where a.amname = 'gin' and c.relkind = 'i'`;
}

async function indexBytes(sql: Sql): Promise<number> {
  const [row] = await sql<{ bytes: number }[]>`
    select sum(pg_indexes_size(inhrelid))::float8 as bytes from pg_inherits where inhparent = 'events'::regclass`;
  return row?.bytes ?? 0;
}

await main();
