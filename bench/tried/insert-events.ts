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
 * Ways to store a batch of new events, those that lost beside the one that won (docs/decisions/0073), by the CPU that
 * each costs PostgreSQL and Node: `node --import tsx bench/tried/insert-events.ts [events in a batch]`.
 */
const SIZE = Number(process.argv[2] ?? 500);
const BATCHES = 20;
const ROUNDS = 4;

const COLUMNS = [
  ["source_id", "int"], ["event_id", "uuid"], ["reference", "text"], ["occurred_at", "timestamptz"],
  ["received_at", "timestamptz"], ["content_hash", "bigint"], ["skeleton", "text"], ["tool", "text"], ["code", "text"],
  ["class", "text"], ["effect", "text"], ["unmapped", "boolean"], ["retryable", "boolean"], ["idempotency_key", "text"],
  ["arguments_hash", "text"], ["attempt", "int"], ["turn", "int"], ["run_id", "text"], ["call_id", "text"],
  ["trace_id", "text"], ["span_id", "text"], ["tenant", "text"], ["environment", "text"], ["service", "text"],
  ["release", "text"], ["body", "text"], ["marks", "text[]"],
] as const; // biome-ignore format: the columns of events
const NAMES = COLUMNS.map(([name]) => name).join(", ");
const TYPED = COLUMNS.map(([name, type]) => `${name} ${type}`).join(", ");
const SORTED = `order by reference collate "C", occurred_at, event_id, source_id`;
const NEW_ONLY = `${SORTED} on conflict do nothing`;
const IDENTITY = "returning source_id, event_id, reference, occurred_at";

type Rows = readonly PreparedEvent[];
type Way = (handle: ReturnType<typeof createDatabase>, rows: Rows) => Promise<unknown>;

const inTransaction = (sql: Sql, text: string, parameters: string[]) =>
  sql.begin((tx) => tx.unsafe(text, parameters, { prepare: true }));

const fromRecords =
  (tail: string, toJson: (rows: Rows) => string): Way =>
  ({ sql }, rows) => {
    const from = `json_to_recordset($1::text::json) as item(${TYPED})`;
    return inTransaction(sql, `insert into events (${NAMES}) select * from ${from} ${tail}`, [toJson(rows)]);
  };

const withoutNulls = (rows: Rows) =>
  JSON.stringify(rows, (_name, value: unknown) => (value === null ? undefined : value));

/** Arrays by position instead of records by name. */
const fromArrays: Way = ({ sql }, rows) => {
  const columns = COLUMNS.map(([, type], at) =>
    type === "text[]" ? `string_to_array(item->>${at}, ',')` : `(item->>${at})::${type}`,
  );
  const text = `insert into events (${NAMES}) select ${columns.join(", ")} from json_array_elements($1::text::json) as item
    order by (item->>2) collate "C", 4, 2, 1 on conflict do nothing`;
  const values = rows.map((row) =>
    COLUMNS.map(([name]) => (name === "marks" ? row.marks.join(",") : row[name])),
  );
  return inTransaction(sql, text, [JSON.stringify(values)]);
};

/** A typed array for each column. */
const fromColumns: Way = ({ sql }, rows) => {
  const arrays = COLUMNS.map(([, type], at) => `$${at + 1}::text::${type === "text[]" ? "text" : type}[]`);
  const columns = COLUMNS.map(([name]) => (name === "marks" ? "string_to_array(marks, ',')" : name));
  const text = `insert into events (${NAMES}) select ${columns.join(", ")} from unnest(${arrays.join(", ")}) as item(${NAMES})
    ${NEW_ONLY}`;
  const quoted = (value: unknown) =>
    typeof value === "string" ? `"${value.replace(/["\\]/g, "\\$&")}"` : String(value ?? "NULL");
  const parameters = COLUMNS.map(
    ([name]) =>
      `{${rows.map((row) => quoted(name === "marks" ? row.marks.join(",") : row[name])).join(",")}}`,
  );
  return inTransaction(sql, text, parameters);
};

const ways: [string, Way][] = [
  ["copy within a savepoint (won)", ({ db }, rows) => db.transaction((tx) => copyEvents(tx, rows))],
  ["records, answering identities (before)", fromRecords(`${NEW_ONLY} ${IDENTITY}`, JSON.stringify)],
  ["records, answering nothing", fromRecords(NEW_ONLY, JSON.stringify)],
  ["records without nulls", fromRecords(NEW_ONLY, withoutNulls)],
  ["records, not looking for conflicts", fromRecords(SORTED, JSON.stringify)],
  ["arrays by position", fromArrays],
  ["typed arrays by column", fromColumns],
];

type Cost = { wall: number; postgres: number; node: number; events: number };

async function main(): Promise<void> {
  const folder = createTestFolder();
  const embedded = await startEmbedded({ dataDir: folder.path, log: () => {} });
  await migrateDatabase({ url: embedded.url });
  const handle = createDatabase({ url: embedded.url, max: 1 });
  const costs = new Map<string, Cost>(
    ways.map(([name]) => [name, { wall: 0, postgres: 0, node: 0, events: 0 }]),
  );
  try {
    const rows = prepareRows(makeEvents(SIZE, 0));
    await ensurePartitions(handle.db, "events", rows.map((row) => row.occurred_at), 7); // biome-ignore format: one list
    const [backend] = await handle.sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
    let from = SIZE;
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [name, way] of ways) {
        const batches = Array.from({ length: BATCHES }, (_, at) =>
          prepareRows(makeEvents(SIZE, from + at * SIZE)),
        );
        from += BATCHES * SIZE;
        const cost = await costOf(backend?.pid ?? 0, batches, (batch) => way(handle, batch));
        // The first round warms.
        if (round > 0) add(costs.get(name), cost);
      }
    }
  } finally {
    await handle.close();
    await embedded.stop();
    folder.remove();
  }
  const each = (ms: number, { events }: Cost) => Number(((ms * 1000) / events).toFixed(1));
  console.table(
    [...costs].map(([way, cost]) => ({
      ...{ way, us_wall: each(cost.wall, cost) },
      ...{ us_postgres: each(cost.postgres, cost), us_node: each(cost.node, cost) },
    })),
  );
}

async function costOf(pid: number, batches: Rows[], run: (rows: Rows) => Promise<unknown>): Promise<Cost> {
  const [began, node, postgres] = [performance.now(), process.cpuUsage(), cpuMillisecondsOf(pid)];
  for (const rows of batches) await run(rows);
  const used = process.cpuUsage(node);
  return {
    ...{ wall: performance.now() - began, postgres: cpuMillisecondsOf(pid) - postgres },
    ...{ node: (used.user + used.system) / 1000, events: batches.length * SIZE },
  };
}

function add(to: Cost | undefined, cost: Cost): void {
  if (to === undefined) return;
  for (const name of ["wall", "postgres", "node", "events"] as const) to[name] += cost[name];
}

await main();
