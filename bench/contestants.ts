import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Sql } from "postgres";
import { type PreparedEvent, prepareEvent } from "@/domain/event";
import { instantFromDate } from "@/domain/instant";
import { UNPINNED } from "@/domain/permissions";
import { digest } from "@/lib/platform/digest";
import type { BenchEvent } from "./make-events";

const COLUMNS = [
  "source_id", "event_id", "reference", "occurred_at", "received_at", "content_hash", "skeleton", "tool", "code",
  "class", "effect", "unmapped", "retryable", "idempotency_key", "arguments_hash", "attempt", "turn", "run_id",
  "call_id", "trace_id", "span_id", "tenant", "environment", "service", "release", "marks", "body",
] as const; // biome-ignore format: the columns of events, in order

/** The rows that Errata stores for these events, made beforehand: the raw limit pays for no parsing. */
export function prepareRows(events: readonly BenchEvent[]): PreparedEvent[] {
  const rules = {
    source_id: 1,
    pins: UNPINNED,
    now: instantFromDate(new Date()),
    retention_days: 90,
    unmapped_codes: new Set(["internal_error"]),
    digest,
    sanitized: false,
  };
  return events.map((event) => {
    const outcome = prepareEvent(event, rules);
    if (!outcome.ok) throw new Error(outcome.rejection.message);
    return outcome.event;
  });
}

/** A table like `events`, with the same indexes and one partition, for the raw contestants. */
export async function createRawTable(sql: Sql): Promise<void> {
  await sql.unsafe("create table raw_events (like events including all) partition by range (occurred_at)");
  await sql.unsafe(
    "create table raw_events_all partition of raw_events for values from (minvalue) to (maxvalue)",
  );
}

/** One COPY of all rows on one connection. */
export async function copyRows(sql: Sql, rows: readonly PreparedEvent[]): Promise<void> {
  const target = await sql.unsafe(`copy raw_events (${COLUMNS.join(", ")}) from stdin`).writable();
  const lines = rows.map((row) => `${COLUMNS.map((column) => field(row[column])).join("\t")}\n`);
  await pipeline(Readable.from(chunks(lines, 500)), target);
}

function* chunks(lines: readonly string[], size: number): Generator<string> {
  for (let at = 0; at < lines.length; at += size) yield lines.slice(at, at + size).join("");
}

function field(value: unknown): string {
  if (value === null || value === undefined) return "\\N";
  if (Array.isArray(value)) return `{${value.join(",")}}`;
  return String(value).replace(
    /[\\\t\n\r]/g,
    (character) => `\\${{ "\\": "\\", "\t": "t", "\n": "n", "\r": "r" }[character]}`,
  );
}

/** One row by one INSERT, prepared by the driver. */
export async function insertRow(sql: Sql, row: PreparedEvent): Promise<void> {
  await sql`insert into raw_events ${sql(row, ...COLUMNS)}`;
}

export type Server = { url: string; key: string };

/** One POST of these events; throws unless every one was accepted. */
export async function postEvents(server: Server, events: readonly BenchEvent[]): Promise<number> {
  const response = await fetch(`${server.url}/api/v1/events?results=rejected`, {
    method: "POST",
    headers: { authorization: `Bearer ${server.key}`, "content-type": "application/json" },
    body: JSON.stringify(events),
  });
  const answer = (await response.json()) as { accepted?: number };
  if (answer.accepted !== events.length)
    throw new Error(`${response.status} ${JSON.stringify(answer).slice(0, 300)}`);
  return events.length;
}
