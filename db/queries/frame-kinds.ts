import { and, type Column, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { events } from "@/db/schema/events";
import { frames } from "@/db/schema/frames";
import { instantFromPostgres } from "@/domain/instant";
import { type Kind, kindOf, type RecordOfKind } from "@/domain/kind-of-failure";
import type { Confinement } from "@/domain/permissions";
import { confine } from "./confinement";

/** Each needs a look at its event, so that a kind which fails all day must not make a report slow. */
const RECORDS_COUNTED = 500;

/**
 * Where the kind of failure with this fingerprint was seen, within what the caller may see; null when nowhere.
 * `frames_by_fingerprint` gives the newest in order. What a record leaves unsaid its event says, so a confined caller
 * is held to both together.
 */
export async function readKind(
  db: Database | Transaction,
  fingerprint: string,
  confinement: Confinement,
): Promise<Kind | null> {
  const rows = await db.execute<RecordOfKind>(sql`
    select record.reference, coalesce(event.event_id, record.event_id) as event_id, record.captured_at,
      coalesce(record.tool, event.tool) as tool, event.release
    from (
      select ${frames.reference}, ${frames.event_id}, ${frames.captured_at}, ${frames.tool}, ${frames.tenant},
        ${frames.environment}, ${frames.service}
      from ${frames} where ${and(ofKind(fingerprint), mayLieIn(confinement))}
      order by ${frames.captured_at} desc limit ${RECORDS_COUNTED + 1}
    ) as record
    left join lateral (${EVENT_OF_RECORD}) as event on true
    where ${confine(confinement, TOGETHER) ?? sql`true`}
    order by record.captured_at desc`);
  const records = rows.map((row) => ({ ...row, captured_at: instantFromPostgres(row.captured_at) }));
  return kindOf(records, await readFirstSeen(db, fingerprint, confinement), RECORDS_COUNTED);
}

/**
 * The event a record belongs to (CONTRACT "Frames"), looked for within a day of it. `offset 0` keeps the order out of the
 * search: for the newest one alone the planner would read two days of the index of time instead of one reference.
 */
const EVENT_OF_RECORD = sql`
  select * from (
    select ${events.event_id}, ${events.tool}, ${events.release}, ${events.tenant}, ${events.environment},
      ${events.service}, ${events.occurred_at}
    from ${events}
    where ${events.reference} = record.reference
      and ${events.occurred_at} between record.captured_at - interval '24 hours'
        and record.captured_at + interval '24 hours'
      and (${events.event_id} = record.event_id or record.event_id is null
        and ${events.tenant} is not distinct from record.tenant
        and (record.tool is null or ${events.tool} = record.tool))
    offset 0
  ) as own order by occurred_at desc limit 1`;

const TOGETHER = {
  tenant: sql`coalesce(record.tenant, event.tenant)`,
  environment: sql`coalesce(record.environment, event.environment)`,
  service: sql`coalesce(record.service, event.service)`,
};

const ofKind = (fingerprint: string) => sql`${frames.fingerprint} = ${fingerprint}::bigint`;

/** Leaves out what is surely elsewhere; what a record does not say is decided by its event. */
function mayLieIn({ tenants, environments, services }: Confinement): SQL | undefined {
  const within = (column: Column, allowed: string[] | null) =>
    allowed === null ? undefined : sql`(${column} is null or ${column} = any(${sql.param(allowed)}::text[]))`;
  return and(
    within(frames.tenant, tenants),
    within(frames.environment, environments),
    within(frames.service, services),
  );
}

/** One descent of the index for the whole history; a confined caller is held to what records say themselves. */
async function readFirstSeen(
  db: Database | Transaction,
  fingerprint: string,
  confinement: Confinement,
): Promise<string | null> {
  const rows = await db
    .select({ captured_at: frames.captured_at })
    .from(frames)
    .where(and(ofKind(fingerprint), confine(confinement, frames)))
    .orderBy(frames.captured_at)
    .limit(1);
  return rows[0]?.captured_at ?? null;
}
