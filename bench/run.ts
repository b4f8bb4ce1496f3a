import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { join } from "node:path";
import { createDatabase } from "@/db/client";
import { startEmbedded } from "@/db/embedded";
import { createTestFolder } from "@/tests/support/folder";
import { residentMegabytes } from "@/tests/support/long-polls";
import { startTestServer } from "@/tests/support/server";
import { copyRows, createRawTable, insertRow, postEvents, prepareRows } from "./contestants";
import { type LongPolls, longPolls } from "./long-polls";
import { lookUp } from "./look-up";
import { makeEvents } from "./make-events";
import { type Comparison, measure, percentile, rate, type Sample } from "./measure";
import { queue } from "./queue";

const scale = process.argv.includes("--quick") ? 0.1 : 1;
const BATCH = 500;
const BATCHES = Math.round(160 * scale);
const SINGLES = Math.round(12_000 * scale);

/** Measures Errata against the raw limit, side by side in one run: read the ratios, not the figures. */
async function main(): Promise<void> {
  const folder = createTestFolder();
  const embedded = await startEmbedded({ dataDir: folder.path, log: () => {} });
  const server = await startTestServer({ databaseUrl: embedded.url, pages: false });
  const { sql, db, close } = createDatabase({ url: embedded.url, max: 64 });
  try {
    await createRawTable(sql);
    const comparisons = [
      await batches(server, sql),
      await singles(server, sql),
      ...(await lookUp(db, sql, embedded.url)),
    ];
    // Before the queue is filled: the bulk verdict is over all that is open.
    const polls = await longPolls(server, embedded.url, scale);
    comparisons.push(polls.comparison, ...(await queue(sql, server, embedded.url, scale)));
    report(comparisons, { resident_mb: residentMegabytes(server.pid), held_polls: polls.held });
  } finally {
    await close();
    await server.stop();
    await embedded.stop();
    folder.remove();
  }
}

type Raw = ReturnType<typeof createDatabase>["sql"];
type Server = Awaited<ReturnType<typeof startTestServer>>;

async function batches(server: Server, sql: Raw): Promise<Comparison> {
  await postEvents(server, makeEvents(BATCH, 0));
  const sets = Array.from({ length: BATCHES }, (_, index) => makeEvents(BATCH, 10_000_000 + index * BATCH));
  const ours = await measure("POST of 500 events, 8 connections", 8, BATCHES, (i) =>
    postEvents(server, sets[i] ?? []),
  );
  const rows = prepareRows(sets.flat());
  const raw = await measure("one COPY of the same rows", 1, 1, async () => {
    await copyRows(sql, rows);
    return rows.length;
  });
  return { what: "batches (events/s)", ours, raw, better: "rate" };
}

async function singles(server: Server, sql: Raw): Promise<Comparison> {
  const events = makeEvents(SINGLES, 50_000_000);
  const ours = await measure("POST of one event, 64 connections", 64, SINGLES, (i) =>
    postEvents(server, events.slice(i, i + 1)),
  );
  const rows = prepareRows(makeEvents(SINGLES, 60_000_000));
  const raw = await measure("single-row INSERT, 64 connections", 64, SINGLES, async (i) => {
    const row = rows[i];
    if (row) await insertRow(sql, row);
    return 1;
  });
  return { what: "single events (events/s)", ours, raw, better: "rate" };
}

type Beside = { resident_mb: number; held_polls: LongPolls["held"] };

function report(comparisons: readonly Comparison[], beside: Beside): void {
  const rows = comparisons.map(({ what, ours, raw, better }) => {
    const ratio = better === "rate" ? rate(ours) / rate(raw) : percentile(ours, 0.99) / percentile(raw, 0.99);
    return { what, ratio: Number(ratio.toFixed(2)), ours: figures(ours), raw: figures(raw) };
  });
  const machine = {
    cpu: cpus()[0]?.model,
    cores: cpus().length,
    memory_gb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
  };
  console.table(
    rows.flatMap(({ what, ratio, ours, raw }) => [
      { what, contestant: ours.name, ratio, ...ours.numbers },
      { what, contestant: raw.name, ratio: 1, ...raw.numbers },
    ]),
  );
  const { polls, megabytes, bulk_seconds, seconds_after } = beside.held_polls;
  console.log(
    `${polls} held polls cost ${megabytes} MB; the bulk verdict took ${bulk_seconds} s, the last answer came ${seconds_after} s after it`,
  );
  console.log(
    `${machine.cores} cores (${machine.cpu}), ${machine.memory_gb} GB, load ${loadavg()[0]?.toFixed(1)}, Node ${machine.node}; server holds ${beside.resident_mb.toFixed(0)} MB`,
  );
  const folder = join(import.meta.dirname, "results");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${new Date().toISOString().replace(/[:.]/g, "-")}.json`);
  writeFileSync(file, `${JSON.stringify({ machine, scale, ...beside, comparisons: rows }, null, 2)}\n`);
}

function figures(sample: Sample) {
  const ms = (share: number) => Number(percentile(sample, share).toFixed(2));
  return {
    name: sample.name,
    numbers: { per_second: Math.round(rate(sample)), p50_ms: ms(0.5), p95_ms: ms(0.95), p99_ms: ms(0.99) },
  };
}

await main();
