import { and, asc, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { leaks } from "@/db/schema/leaks";
import { rollupHours } from "@/db/schema/rollups";
import { series } from "@/db/schema/series";
import type { PreparedEvent } from "@/domain/event";
import type { EventBody } from "@/domain/event-body";
import type { ValueFilters } from "@/domain/filters";
import { instantFromPostgres } from "@/domain/instant";
import { parseJson } from "@/domain/json";
import type { LeakKind } from "@/domain/leak-kinds";
import { leaksOfBody, WHOLE_BODY } from "@/domain/leaks-in-body";
import type { Confinement } from "@/domain/permissions";
import { confine } from "./confinement";
import { matching } from "./event-filter";
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
  example: string;
  example_reference: string;
  example_event_id: string;
  example_occurred_at: string;
};

/** Counts what leaked in these new events, in the transaction that stores them; most batches have none and ask nothing. */
export async function addLeaks(
  tx: Pick<Database, "execute">,
  events: readonly PreparedEvent[],
  now: string,
): Promise<void> {
  const rows = leakRows(events);
  if (rows.length === 0) return;
  await tx.execute(sql`
    insert into leaks as l (leak_id, day, tool, kind, field, code, tenant, environment, service, events, example,
      example_reference, example_event_id, example_occurred_at, first_seen_at, last_seen_at)
    select leak_id, day, tool, kind, field, code, tenant, environment, service, events, example, example_reference,
      example_event_id, example_occurred_at, ${now}::text::timestamptz, ${now}::text::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as item(leak_id uuid, day date, tool text, kind text,
      field text, code text, tenant text, environment text, service text, events bigint, example text,
      example_reference text, example_event_id text, example_occurred_at timestamptz)
    order by leak_id
    on conflict (leak_id) do update set events = l.events + excluded.events, example = excluded.example,
      example_reference = excluded.example_reference, example_event_id = excluded.example_event_id,
      example_occurred_at = excluded.example_occurred_at, last_seen_at = excluded.last_seen_at`);
}

/** One row for each kind in each part of a body, and one for the whole of each event. */
function leakRows(events: readonly PreparedEvent[]): LeakRow[] {
  const rows = new Map<string, LeakRow>();
  for (const event of events) {
    if (!event.marks.includes("leaked")) continue;
    const found = leaksOfBody(parseJson(event.body) as Partial<EventBody>);
    const [first] = found;
    if (first === undefined) continue;
    for (const leak of [{ ...first, field: WHOLE_BODY }, ...found]) {
      const row = leakRow(event, leak);
      rows.set(row.leak_id, { ...row, events: (rows.get(row.leak_id)?.events ?? 0) + 1 });
    }
  }
  return [...rows.values()];
}

function leakRow(event: PreparedEvent, leak: { field: string; kind: LeakKind; example: string }): LeakRow {
  const { tool, code, tenant, environment, service, occurred_at } = event;
  const { kind, field, example } = leak;
  const day = occurred_at.slice(0, 10);
  return {
    leak_id: uuidOf(JSON.stringify([day, tool, kind, field, code, tenant, environment, service])),
    ...{ day, tool, kind, field, code, tenant, environment, service, events: 0, example },
    example_reference: event.reference,
    example_event_id: event.event_id,
    example_occurred_at: occurred_at,
  };
}

/** The names together may be longer than an index takes; a UUID is any 128 bits to PostgreSQL. */
function uuidOf(text: string): string {
  return Buffer.from(digestOf(text), "base64url").toString("hex").slice(0, 32);
}

export type LeakQuestion = {
  /** Days of UTC, both included. */
  from: string;
  to: string;
  kind: readonly LeakKind[];
  confinement: Confinement;
} & Pick<ValueFilters, "tool" | "environment" | "service" | "tenant">;

/** What events are filtered by and leaks are not counted by. */
const NOT_KEPT = { class: null, effect: null, release: null, unmapped: null };

export type LeakPart = {
  tool: string;
  kind: LeakKind;
  field: string;
  code: string;
  events: number;
  example: string;
  example_reference: string;
  example_event_id: string;
  first_seen_at: string;
  last_seen_at: string;
};

/** What leaked by tool, kind, part and code, most first, each with its newest example; parts of one tool stand together. */
export async function readLeaks(tx: Transaction, question: LeakQuestion): Promise<LeakPart[]> {
  const { kind } = question;
  const newest = (column: SQL) =>
    sql`(array_agg(${column} order by ${leaks.last_seen_at} desc, ${leaks.leak_id}))[1]`;
  const rows = await tx
    .select({
      ...{ tool: leaks.tool, kind: leaks.kind, field: leaks.field, code: leaks.code },
      events: sql<number>`sum(${leaks.events})::float8`.as("events"),
      example: sql<string>`${newest(sql`${leaks.example}`)}`,
      example_reference: sql<string>`${newest(sql`${leaks.example_reference}`)}`,
      example_event_id: sql<string>`${newest(sql`${leaks.example_event_id}`)}`,
      first_seen_at: sql<string>`min(${leaks.first_seen_at})::text`,
      last_seen_at: sql<string>`max(${leaks.last_seen_at})::text`,
    })
    .from(leaks)
    .where(
      and(
        sql`${leaks.day} between ${question.from}::text::date and ${question.to}::text::date`,
        matching(question, { ...leaks, ...NOT_KEPT }),
        // Of the whole body only the first kind is known: among chosen kinds it would count too little.
        kind.length > 0
          ? and(inArray(leaks.kind, [...kind]), sql`${leaks.field} <> ${WHOLE_BODY}`)
          : undefined,
        confine(question.confinement, leaks),
      ),
    )
    .groupBy(leaks.tool, leaks.kind, leaks.field, leaks.code)
    .orderBy(desc(sql`events`), asc(leaks.tool), asc(leaks.kind), asc(leaks.field), asc(leaks.code))
    .limit(LEAKS_MOST);
  return rows.map((row) => ({
    ...row,
    first_seen_at: instantFromPostgres(row.first_seen_at),
    last_seen_at: instantFromPostgres(row.last_seen_at),
  }));
}

const LEAKS_MOST = 2_000;

/** Failures of these tools in the same days, the leaking ones among them. */
export async function countFailuresOfTools(
  tx: Transaction,
  question: LeakQuestion,
  tools: readonly string[],
): Promise<Map<string, number>> {
  if (tools.length === 0) return new Map();
  const rows = await tx
    .select({
      tool: series.tool,
      failures: sql<number>`sum(${rollupHours.q0} + ${rollupHours.q1} + ${rollupHours.q2} + ${rollupHours.q3})::float8`,
    })
    .from(rollupHours)
    .innerJoin(series, eq(series.series_id, rollupHours.series_id))
    .where(
      and(
        eq(series.level, "tenant"),
        inArray(series.tool, [...tools]),
        sql`${rollupHours.hour} >= ${`${question.from}T00:00:00Z`}::text::timestamptz`,
        sql`${rollupHours.hour} < ${`${question.to}T00:00:00Z`}::text::timestamptz + interval '1 day'`,
        matching(question, series),
        confine(question.confinement, series),
      ),
    )
    .groupBy(series.tool);
  return new Map(rows.map(({ tool, failures }) => [tool ?? "", failures]));
}
