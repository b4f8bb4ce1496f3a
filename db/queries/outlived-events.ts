import { and, desc, eq, getTableColumns, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "@/db/client";
import { attempts } from "@/db/schema/attempts";
import { cases } from "@/db/schema/cases";
import type { events } from "@/db/schema/events";
import type { EventClass } from "@/domain/event-class";
import { parseJson, stringifyJson } from "@/domain/json";
import type { Confinement } from "@/domain/permissions";
import { runNamed } from "../driver";
import { confine } from "./confinement";
import type { EventRow } from "./events-read";

/** Whether the attempt `a` is of an event: what could not be read is none, nor is what a person reported. */
export const IS_OF_EVENT = "a.unreadable is null and num_nulls(a.source_id, a.event_id, a.tool) = 0";

/**
 * Whether the attempt `a` is of an event that is gone: one descent of the primary key of the one partition that would
 * hold it.
 */
export const IS_OUTLIVED = `
  ${IS_OF_EVENT} and not exists (
    select from events e where e.reference = a.reference and e.occurred_at = a.occurred_at
      and e.event_id = a.event_id::uuid and e.source_id = a.source_id)`;

/** A producer that sends one reference for everything must not make a lookup slow. */
const ROWS_MAX = 200;

const a = alias(attempts, "a");
const { attempt_id: _id, snapshot: _snapshot, ...columns } = getTableColumns(a);

/** Which of them: all under these references, or these events. */
export type Outlived = { references: readonly string[]; event_ids?: readonly string[] };

/**
 * Events that retention dropped while a case keeps what was tried: as they were, from the case's own copy, the newest
 * first. Events that are still there are not among them.
 */
export async function readOutlivedEvents(
  db: Database,
  { references, event_ids }: Outlived,
  confinement: Confinement,
): Promise<EventRow[]> {
  const rows = await db
    .select({
      ...columns,
      snapshot: sql<string>`${a.snapshot}::text`,
      tenant: cases.tenant,
      environment: cases.environment,
      service: cases.service,
      idempotency_key: cases.idempotency_key,
    })
    .from(a)
    .innerJoin(cases, eq(cases.case_id, a.case_id))
    .where(
      and(
        sql`${a.reference} = any(${sql.param(references)}::text[])`,
        event_ids && sql`${a.event_id} = any(${sql.param(event_ids)}::text[])`,
        sql.raw(IS_OUTLIVED),
        confine(confinement, cases),
      ),
    )
    .orderBy(desc(a.occurred_at))
    .limit(ROWS_MAX);
  return rows.map(toEventRow);
}

const NEAR_MAX = 20;

/**
 * References of such events with one of these skeletons. Not confined: only those are told of whose events the caller
 * may read.
 */
export async function findKeptReferences(db: Database, skeletons: readonly string[]): Promise<string[]> {
  const rows = await runNamed<{ reference: string }>(
    db,
    `select reference from kept_references
      where skeleton = any(array(select value from json_array_elements_text($1::text::json))) limit ${NEAR_MAX}`,
    [JSON.stringify(skeletons)],
  );
  return rows.map(({ reference }) => reference);
}

type AttemptRow = Omit<typeof attempts.$inferSelect, "attempt_id" | "snapshot"> &
  Pick<EventRow, "tenant" | "environment" | "service" | "idempotency_key"> & { snapshot: string };

type Snapshot = Partial<typeof events.$inferSelect>;

/** What the event's columns held is in the snapshot by name; the rest is its body. */
function toEventRow(row: AttemptRow): EventRow {
  const snapshot = parseJson(row.snapshot) as Snapshot;
  const { source_id: _s, event_id: _e, reference: _r, occurred_at: _o, received_at, ...others } = snapshot;
  const { tool: _t, code: _c, class: _k, effect: _f, run_id: _u, call_id: _l, ...more } = others;
  const { tenant: _n, environment: _v, service: _w, idempotency_key: _i, arguments_hash: _h, ...rest } = more;
  const { unmapped, retryable, attempt, turn, trace_id, span_id, release, marks, ...body } = rest;
  return {
    source_id: row.source_id ?? 0,
    event_id: row.event_id ?? "",
    reference: row.reference ?? "",
    // An attempt was received when it joined, which is after its event was.
    ...{ occurred_at: row.occurred_at, received_at: received_at ?? row.received_at },
    tool: row.tool ?? "",
    code: row.code,
    // Attempts that are events have the classes of events, which those have a CHECK on.
    class: row.class as EventClass,
    effect: row.effect,
    ...{ unmapped: unmapped ?? false, retryable: retryable ?? null },
    ...{ idempotency_key: row.idempotency_key, arguments_hash: row.arguments_hash },
    ...{ attempt: attempt ?? null, turn: turn ?? null, run_id: row.run_id, call_id: row.call_id },
    ...{ trace_id: trace_id ?? null, span_id: span_id ?? null },
    ...{ tenant: row.tenant, environment: row.environment, service: row.service },
    ...{ release: release ?? null, marks: marks ?? [] },
    body: stringifyJson(body),
  };
}
