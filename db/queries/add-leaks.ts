import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { PreparedEvent } from "@/domain/event";
import { mapInSlices } from "@/domain/in-slices";
import type { LeakKind } from "@/domain/leak-kinds";
import { type BodyLeak, exampleOf, WHOLE_BODY } from "@/domain/leaks-in-body";
import { digestOf } from "./intent-hash";

type LeakRow = {
  leak_id: string;
  day: string;
  tool: string;
  kind: LeakKind;
  field: string;
  code: string;
  tenant: string | null;
  environment: string | null;
  service: string | null;
  events: number;
  /** Of the newest: what the example is made of. */
  leak: BodyLeak;
  example_reference: string;
  example_event_id: string;
  /** When the newest of them happened: the time of its last_seen_at as well. */
  example_occurred_at: string;
  first_seen_at: string;
};

/** An event that was stored, and what leaked in it. */
export type Leaked = { event: PreparedEvent; leaks: readonly BodyLeak[] };

/**
 * Counts what leaked in these new events, in the transaction that stores them; most batches have none and ask nothing.
 * Day, first and last seen are all by when it happened: what comes late counts where its failure counts.
 */
export async function addLeaks(tx: Pick<Database, "execute">, stored: readonly Leaked[]): Promise<void> {
  const newest = leakRows(stored);
  if (newest.length === 0) return;
  // Of the newest of each only: of every event it would take longer than everything else that is done with it.
  const rows = await mapInSlices(newest, ({ leak, ...row }) => ({ ...row, example: exampleOf(leak) }));
  await tx.execute(sql`
    insert into leaks as l (leak_id, day, tool, kind, field, code, tenant, environment, service, events, example,
      example_reference, example_event_id, example_occurred_at, first_seen_at, last_seen_at)
    select leak_id, day, tool, kind, field, code, tenant, environment, service, events, example, example_reference,
      example_event_id, example_occurred_at, first_seen_at, example_occurred_at
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as item(leak_id uuid, day date, tool text, kind text,
      field text, code text, tenant text, environment text, service text, events bigint, example text,
      example_reference text, example_event_id text, example_occurred_at timestamptz, first_seen_at timestamptz)
    order by leak_id
    on conflict (leak_id) do update set events = l.events + excluded.events,
      first_seen_at = least(l.first_seen_at, excluded.first_seen_at),
      last_seen_at = greatest(l.last_seen_at, excluded.last_seen_at),
      (example, example_reference, example_event_id, example_occurred_at) = (select
        newest.example, newest.example_reference, newest.example_event_id, newest.example_occurred_at
        from (values
          (excluded.example, excluded.example_reference, excluded.example_event_id, excluded.example_occurred_at),
          (l.example, l.example_reference, l.example_event_id, l.example_occurred_at)
        ) as newest(example, example_reference, example_event_id, example_occurred_at)
        order by newest.example_occurred_at desc limit 1)`);
}

/** Deletes up to 5,000 rows of days before this one (`2026-11-30`); answers how many there were. */
export async function trimLeaks(db: Pick<Database, "execute">, before: string): Promise<number> {
  const rows = await db.execute(sql`
    delete from leaks where ctid = any(array(
      select ctid from leaks where day < ${before}::text::date limit 5000))
    returning 1`);
  return rows.length;
}

/** One row for each kind in each part of a body, and one for the whole of each event. */
function leakRows(stored: readonly Leaked[]): LeakRow[] {
  const rows = new Map<string, LeakRow>();
  for (const { event, leaks } of stored) {
    const [first] = leaks;
    if (first === undefined) continue;
    for (const row of [
      leakRow(event, WHOLE_BODY, first),
      ...leaks.map((leak) => leakRow(event, leak.field, leak)),
    ])
      rows.set(row.leak_id, together(rows.get(row.leak_id), row));
  }
  return [...rows.values()];
}

function together(known: LeakRow | undefined, row: LeakRow): LeakRow {
  if (known === undefined) return row;
  const newest = row.example_occurred_at >= known.example_occurred_at ? row : known;
  const first = row.first_seen_at < known.first_seen_at ? row : known;
  return { ...newest, events: known.events + row.events, first_seen_at: first.first_seen_at };
}

function leakRow(event: PreparedEvent, field: string, leak: BodyLeak): LeakRow {
  const { tool, code, tenant, environment, service, occurred_at } = event;
  const { kind } = leak;
  const day = occurred_at.slice(0, 10);
  return {
    leak_id: uuidOf(JSON.stringify([day, tool, kind, field, code, tenant, environment, service])),
    ...{ day, tool, kind, field, code, tenant, environment, service, events: 1, leak },
    example_reference: event.reference,
    example_event_id: event.event_id,
    example_occurred_at: occurred_at,
    first_seen_at: occurred_at,
  };
}

/** The names together may be longer than an index takes; a UUID is any 128 bits to PostgreSQL. */
function uuidOf(text: string): string {
  return Buffer.from(digestOf(text), "base64url").toString("hex").slice(0, 32);
}
