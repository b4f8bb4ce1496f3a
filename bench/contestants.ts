import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import type { Sql } from "postgres";
import { type PreparedEvent, prepareEvent } from "@/domain/event";
import { prepareFrames } from "@/domain/frames-record";
import { instantFromDate } from "@/domain/instant";
import { UNPINNED } from "@/domain/permissions";
import { digest } from "@/lib/platform/digest";
import type { BenchEvent } from "./make-events";

const EVENT_COLUMNS = [
  "source_id", "event_id", "reference", "occurred_at", "received_at", "content_hash", "skeleton", "tool", "code",
  "class", "effect", "unmapped", "retryable", "idempotency_key", "arguments_hash", "attempt", "turn", "run_id",
  "call_id", "trace_id", "span_id", "tenant", "environment", "service", "release", "marks", "body",
] as const; // biome-ignore format: the columns of events, in order

const FRAMES_COLUMNS = [
  "reference", "captured_at", "frames_id", "source_id", "received_at", "event_id", "skeleton", "content_hash", "tool",
  "tenant", "environment", "service", "language", "exception_type", "fingerprint", "top_frame", "payload",
] as const; // biome-ignore format: the columns of frames, in order

function rulesNow() {
  return {
    source_id: 1,
    pins: UNPINNED,
    now: instantFromDate(new Date()),
    retention_days: 90,
    unmapped_codes: new Set(["internal_error"]),
    digest,
    sanitized: false,
  };
}

/** The rows that Errata stores for these events, made beforehand: the raw limit pays for no parsing. */
export function prepareRows(events: readonly BenchEvent[]): PreparedEvent[] {
  const rules = rulesNow();
  return events.map((event) => {
    const outcome = prepareEvent(event, rules);
    if (!outcome.ok) throw new Error(outcome.rejection.message);
    return outcome.event;
  });
}

/** The rows of these frames records, their payload compressed, as COPY writes a bytea. */
export function prepareFramesRows(records: readonly unknown[]): Record<string, unknown>[] {
  const rules = rulesNow();
  return records.map((item) => {
    const outcome = prepareFrames(item, rules);
    if (!outcome.ok) throw new Error(outcome.rejection.message);
    const { payload, ...columns } = outcome.frames;
    return { ...columns, payload: `\\x${gzipSync(payload).toString("hex")}` };
  });
}

/** Tables like those of Errata for the raw contestants: the same indexes and checks, and the same partitions. */
export async function createRawTables(sql: Sql): Promise<void> {
  for (const [table, by] of [
    ["events", "occurred_at"],
    ["frames", "captured_at"],
  ] as const) {
    await sql.unsafe(`create table raw_${table} (like ${table} including all) partition by range (${by})`);
    const partitions = await sql<{ name: string; bound: string }[]>`
      select child.relname as name, pg_get_expr(child.relpartbound, child.oid) as bound
      from pg_inherits join pg_class child on child.oid = inhrelid where inhparent = ${table}::regclass`;
    for (const { name, bound } of partitions)
      await sql.unsafe(`create table "raw_${name}" partition of raw_${table} ${bound}`);
  }
  for (const table of ["rollup_minutes", "rollup_hours"])
    await sql.unsafe(`create table raw_${table} (like ${table} including all)`);
}

/** A file for one COPY. */
export type CopyFile = { table: string; columns: readonly string[]; path: string };

/** Writes these events and frames as files for COPY. */
export function writeCopyFiles(
  folder: string,
  name: string,
  events: readonly PreparedEvent[],
  frames: readonly Record<string, unknown>[],
): CopyFile[] {
  return [
    copyFile(folder, `${name}-events`, "raw_events", EVENT_COLUMNS, events),
    copyFile(folder, `${name}-frames`, "raw_frames", FRAMES_COLUMNS, frames),
  ];
}

/** Writes rows as a file for COPY. */
export function copyFile(
  folder: string,
  name: string,
  table: string,
  columns: readonly string[],
  rows: readonly Record<string, unknown>[],
): CopyFile {
  const path = join(folder, `${name}.copy`);
  writeFileSync(
    path,
    rows.map((row) => `${columns.map((column) => field(row[column])).join("\t")}\n`).join(""),
  );
  return { table, columns, path };
}

function field(value: unknown): string {
  if (value === null || value === undefined) return "\\N";
  if (Array.isArray(value)) return `{${value.join(",")}}`;
  return String(value).replace(
    /[\\\t\n\r]/g,
    (character) => `\\${{ "\\": "\\", "\t": "t", "\n": "n", "\r": "r" }[character]}`,
  );
}

/** Copies the files by one psql in one transaction; the seconds that took, as psql tells them, without its start. */
export async function copyByPsql(url: string, files: readonly CopyFile[]): Promise<number> {
  const commands = files.flatMap(({ table, columns, path }) => [
    "-c",
    `\\copy ${table} (${columns.join(", ")}) from '${path}'`,
  ]);
  const all = ["-c", "\\timing on", "-c", "begin", ...commands, "-c", "commit"];
  const { stdout } = await promisify(execFile)("psql", ["--no-psqlrc", "-v", "ON_ERROR_STOP=1", url, ...all]);
  return [...stdout.matchAll(/Time: ([\d.]+) ms/g)].reduce((sum, match) => sum + Number(match[1]), 0) / 1000;
}

/** One row by one INSERT, prepared by the driver. */
export async function insertRow(sql: Sql, row: PreparedEvent): Promise<void> {
  await sql`insert into raw_events ${sql(row, ...EVENT_COLUMNS)}`;
}

export type Server = { url: string; key: string; pid: number };
