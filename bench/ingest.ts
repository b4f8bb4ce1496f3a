import { readFileSync } from "node:fs";
import type { Sql } from "postgres";
import type { PreparedEvent } from "@/domain/event";
import { residentMegabytes } from "@/tests/support/long-polls";
import {
  copyByPsql,
  copyFile,
  createRawTables,
  insertRow,
  prepareFramesRows,
  prepareRows,
  type Server,
  writeCopyFiles,
} from "./contestants";
import { type CpuCost, CpuMeter } from "./cpu";
import { load } from "./load";
import { makeEvents } from "./make-events";
import { makeFrames } from "./make-frames";
import { type Comparison, measure, type Sample } from "./measure";
import { rollupRowsOf } from "./rollup-rows";

const BATCH = 500;
const FRAMES_EVERY = 10;
const BATCH_CONNECTIONS = 8;
const SINGLE_CONNECTIONS = 64;
/** Ours and the raw limit take turns, so that neither has the machine's better minute. */
const ROUNDS = 3;

export type Ingest = { comparisons: Comparison[]; memory: Memory; cpu: CpuCost[] };
/** Resident memory of the server in megabytes: before the load, at its highest, and after it. */
export type Memory = { before_mb: number; peak_mb: number; end_mb: number };

type Place = { server: Server; sql: Sql; url: string; folder: string };

/** Batches with their frames, single events, and what the server holds meanwhile. */
export async function ingest(place: Place, scale: number): Promise<Ingest> {
  const { server } = place;
  await load({ ...batchOrder(server), units: 16, from: 0 });
  await load({ ...singleOrder(server), units: 640, from: 900_000 });
  await createRawTables(place.sql);
  const before_mb = residentMegabytes(server.pid);
  const meters = {
    batches: new CpuMeter(place.sql, server.pid),
    singles: new CpuMeter(place.sql, server.pid),
  };
  const comparisons = [
    ...(await batches(place, scale, meters.batches)),
    ...(await singles(place, scale, meters.singles)),
  ];
  const memory = { before_mb, peak_mb: peakMegabytes(server.pid), end_mb: residentMegabytes(server.pid) };
  const cpu = [meters.batches.cost("batches with frames"), meters.singles.cost("single events")];
  return { comparisons, memory, cpu };
}

const batchOrder = ({ url, key }: Server) => ({
  ...{ url, key, connections: BATCH_CONNECTIONS, events: BATCH, frames_every: FRAMES_EVERY },
});

const singleOrder = ({ url, key }: Server) => ({
  ...{ url, key, connections: SINGLE_CONNECTIONS, events: 1, frames_every: 0 },
});

async function batches(place: Place, scale: number, meter: CpuMeter): Promise<Comparison[]> {
  const units = BATCH_CONNECTIONS * Math.max(1, Math.round(10 * scale));
  const ours = sample(`POST of ${BATCH} events, then of their ${BATCH / FRAMES_EVERY} frames, 8 connections`);
  const requests = [sample("of these, the POST of events"), sample("of these, the POST of frames")] as const;
  const bare = sample("one psql COPY of the same events and frames");
  const counted = sample("one psql COPY of events, frames and rollup rows");
  for (let round = 0; round < ROUNDS; round += 1) {
    const order = { ...batchOrder(place.server), units, from: 10_000_000 * (round + 1) };
    const report = await meter.during(() => load(order));
    add(
      ours,
      report.accepted,
      report.seconds,
      report.events_ms.map((ms, index) => ms + (report.frames_ms[index] ?? 0)),
    );
    add(requests[0], report.accepted, report.seconds, report.events_ms);
    add(requests[1], report.accepted / FRAMES_EVERY, report.seconds, report.frames_ms);
    for (const [contestant, shift] of [
      [bare, 0],
      [counted, 5_000_000],
    ] as const) {
      const seconds = await copySame(place, units * BATCH, order.from + shift, contestant === counted);
      add(contestant, units * BATCH, seconds, [seconds * 1000]);
    }
  }
  const what = "batches (events/s)";
  return [
    { what, ours, raw: bare, better: "rate" },
    { what: `${what}, rollups on both sides`, ours, raw: counted, better: "rate" },
    { what: "single requests of a batch", ours: requests[0], raw: requests[1], better: "none" },
  ];
}

async function copySame(place: Place, count: number, from: number, withRollups: boolean): Promise<number> {
  const { folder, url } = place;
  const events = makeEvents(count, from);
  const rows = prepareRows(events);
  const files = writeCopyFiles(
    folder,
    String(from),
    rows,
    prepareFramesRows(makeFrames(events, FRAMES_EVERY)),
  );
  return copyByPsql(url, withRollups ? [...files, ...rollupFiles(folder, from, rows)] : files);
}

function rollupFiles(folder: string, from: number, rows: readonly PreparedEvent[]) {
  const { minutes, hours } = rollupRowsOf(rows, from);
  return [
    copyFile(folder, `${from}-minutes`, "raw_rollup_minutes", ["series_id", "minute", "failures"], minutes),
    copyFile(
      folder,
      `${from}-hours`,
      "raw_rollup_hours",
      ["series_id", "hour", "q0", "q1", "q2", "q3"],
      hours,
    ),
  ];
}

async function singles(place: Place, scale: number, meter: CpuMeter): Promise<Comparison[]> {
  const times = SINGLE_CONNECTIONS * Math.max(1, Math.round(100 * scale));
  const ours = sample("POST of one event, 64 connections");
  const bare = sample("single-row INSERT, 64 connections");
  for (let round = 0; round < ROUNDS; round += 1) {
    const from = 50_000_000 + 1_000_000 * round;
    const report = await meter.during(() => load({ ...singleOrder(place.server), units: times, from }));
    add(ours, report.accepted, report.seconds, report.events_ms);
    const rows = prepareRows(makeEvents(times, from + 500_000));
    const raw = await measure(bare.name, SINGLE_CONNECTIONS, times, async (index) => {
      const row = rows[index];
      if (row) await insertRow(place.sql, row);
      return 1;
    });
    add(bare, raw.operations, raw.seconds, raw.latencies);
  }
  return [{ what: "single events (events/s)", ours, raw: bare, better: "rate" }];
}

const sample = (name: string): Sample => ({ name, operations: 0, seconds: 0, latencies: [] });

function add(to: Sample, operations: number, seconds: number, latencies: readonly number[]): void {
  to.operations += operations;
  to.seconds += seconds;
  to.latencies.push(...latencies);
}

/** The highest resident memory of a process so far, as the kernel keeps it. */
function peakMegabytes(pid: number): number {
  const match = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(match?.[1] ?? Number.NaN) / 1024;
}
