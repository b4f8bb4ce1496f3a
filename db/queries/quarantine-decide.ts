import { and, type SQL, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client";
import { quarantine } from "@/db/schema/quarantine";
import type { Confinement } from "@/domain/permissions";
import type { Actor } from "./change-cases";
import { confine } from "./confinement";

/** An item held by this transaction, until it ends. */
export type HeldItem = Pick<
  typeof quarantine.$inferSelect,
  | "quarantine_id"
  | "source_id"
  | "door"
  | "reason"
  | "field"
  | "detail"
  | "reference"
  | "tenant"
  | "environment"
  | "service"
  | "payload"
  | "cut"
  | "sanitized"
  | "says_unknown"
  | "lone_event"
  | "last_received_at"
  | "state"
>;

/**
 * Holds these items, as far as the caller may see them, so that nobody else decides them meanwhile. Sorted, so that
 * two which hold overlapping sets wait for each other instead of both failing.
 */
export function holdItems(
  tx: Transaction,
  confinement: Confinement,
  ids: readonly number[],
): Promise<HeldItem[]> {
  const q = quarantine;
  return tx
    .select({
      ...{ quarantine_id: q.quarantine_id, source_id: q.source_id, door: q.door, reason: q.reason },
      ...{
        field: q.field,
        detail: q.detail,
        reference: q.reference,
        tenant: q.tenant,
        environment: q.environment,
      },
      ...{ service: q.service, payload: q.payload, cut: q.cut, sanitized: q.sanitized },
      ...{ says_unknown: q.says_unknown, lone_event: q.lone_event },
      ...{ last_received_at: q.last_received_at, state: q.state },
    })
    .from(quarantine)
    .where(and(sql`${q.quarantine_id} = any(${sql.param(ids)}::bigint[])`, confine(confinement, quarantine)))
    .orderBy(q.quarantine_id)
    .for("no key update");
}

export type Became = { quarantine_id: number; replayed_as: string };

/** Says of held, open items what they became. */
export async function markReplayed(
  tx: Transaction,
  items: readonly Became[],
  by: Actor,
  now: string,
): Promise<void> {
  if (items.length === 0) return;
  const rows = await tx.execute(sql`
    update quarantine q set state = 'replayed', decided_at = ${now}::text::timestamptz,
      decided_by = ${by.name}::text, decided_by_id = ${by.id}::text, replayed_as = item.replayed_as
    from unnest(${sql.param(items.map(({ quarantine_id }) => quarantine_id))}::bigint[],
      ${sql.param(items.map(({ replayed_as }) => replayed_as))}::text[]) as item(quarantine_id, replayed_as)
    where q.quarantine_id = item.quarantine_id and q.state = 'open'
    returning q.quarantine_id`);
  if (rows.length < items.length) throw new Error("a held item was decided twice");
}

/** Leaves out what is open of these; how many those were. Held in order, as a replay holds them. */
export async function dismissItems(
  tx: Transaction,
  which: SQL | undefined,
  dismissal: { by: Actor; note: string; now: string },
): Promise<number> {
  const { by, note, now } = dismissal;
  const [row] = await tx.execute<{ dismissed: number }>(sql`
    with held as materialized (
      select quarantine_id from quarantine where ${which ?? sql`true`} order by quarantine_id for no key update),
    decided as (
      update quarantine q set state = 'dismissed', decided_at = ${now}::text::timestamptz,
        decided_by = ${by.name}::text, decided_by_id = ${by.id}::text, note = ${note}::text
      from held where q.quarantine_id = held.quarantine_id and q.state = 'open' returning 1)
    select count(*)::int as dismissed from decided`);
  return row?.dismissed ?? 0;
}

/** Opens what was dismissed of these; how many those were. */
export async function reopenItems(tx: Transaction, which: SQL | undefined): Promise<number> {
  const [row] = await tx.execute<{ reopened: number }>(sql`
    with held as materialized (
      select quarantine_id from quarantine where ${which ?? sql`true`} order by quarantine_id for no key update),
    opened as (
      update quarantine q set state = 'open', decided_at = null, decided_by = null, decided_by_id = null, note = null
      from held where q.quarantine_id = held.quarantine_id and q.state = 'dismissed' returning 1)
    select count(*)::int as reopened from opened`);
  return row?.reopened ?? 0;
}

/** What this actor dismissed at that time. */
export function dismissedBy(confinement: Confinement, by: Actor, at: string): SQL | undefined {
  return and(
    confine(confinement, quarantine),
    sql`${quarantine.state} = 'dismissed' and ${quarantine.decided_by_id} = ${by.id}::text
      and ${quarantine.decided_at} = ${at}::text::timestamptz`,
  );
}
