import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { alertFirings } from "@/db/schema/alerts";
import { firedData, resolvedData } from "@/domain/alerts/messages";
import type { ResolvedBecause } from "@/domain/alerts/states";
import type { AlertRow, FiringRow } from "./alerts";
import { type AlertMessage, writeOutbox } from "./outbox";

const messageOf = (
  { tenant, environment, service, tool }: AlertRow,
  type: AlertMessage["type"],
  data: Record<string, unknown>,
): AlertMessage => ({ type, case_id: null, verdict_id: null, tenant, environment, service, tool, data });

/**
 * Begins a firing of an alert that this transaction holds. That only one lasts is decided by an index. `tell`: whether
 * webhooks are told now; what a muted one kept to itself is told when the mute ends.
 */
export async function beginFiring(
  tx: Transaction,
  alert: AlertRow,
  fired: { firing_id: string; fired_at: string; value: number; tell: boolean },
  now: string,
): Promise<void> {
  const { firing_id, fired_at, value, tell } = fired;
  const [row] = await tx
    .insert(alertFirings)
    .values({
      ...{ firing_id, alert_id: alert.alert_id, fired_at, value, peak: value },
      told_at: tell ? now : null,
    })
    .returning();
  if (tell && row !== undefined)
    await writeOutbox(tx, [messageOf(alert, "alert.fired", firedData(alert, row))], now);
}

/** Tells of a firing that lasts and that nobody was told of. */
export async function tellFiring(
  tx: Transaction,
  alert: AlertRow,
  firing_id: string,
  now: string,
): Promise<void> {
  const [row] = await change(tx, and(lasting(firing_id), isNull(alertFirings.told_at)), { told_at: now });
  if (row !== undefined) await writeOutbox(tx, [messageOf(alert, "alert.fired", firedData(alert, row))], now);
}

/**
 * Ends a firing: whoever was told of it is told of its end, muted or not, for they wait for it. A clock that went back
 * ends it when it began. Null when it had ended.
 */
export async function endFiring(
  tx: Transaction,
  alert: AlertRow,
  ended: { firing_id: string; resolved_at: string; because: ResolvedBecause },
  now: string,
): Promise<FiringRow | null> {
  const { firing_id, resolved_at, because } = ended;
  const [row] = await change(tx, lasting(firing_id), {
    resolved_at: sql`greatest(${alertFirings.fired_at}, ${resolved_at}::text::timestamptz)`,
    resolved_because: because,
  });
  if (row === undefined) return null;
  if (row.told_at !== null) {
    const data = resolvedData(alert, {
      ...row,
      ...{ resolved_at: row.resolved_at ?? resolved_at, resolved_because: because },
    });
    await writeOutbox(tx, [messageOf(alert, "alert.resolved", data)], now);
  }
  return row;
}

/** Keeps the highest value of a firing. */
export async function raisePeak(tx: Transaction, firing_id: string, value: number): Promise<void> {
  await change(tx, and(lasting(firing_id), sql`${alertFirings.peak} < ${value}::float8`), { peak: value });
}

/** Acknowledges a firing that lasts and that nobody has acknowledged; null when that is not so. */
export async function acknowledgeFiring(
  tx: Transaction,
  which: { alert_id: string; firing_id: string },
  said: { by: string; note: string | null; now: string },
): Promise<FiringRow | null> {
  const open = and(
    lasting(which.firing_id),
    eq(alertFirings.alert_id, which.alert_id),
    isNull(alertFirings.acknowledged_at),
  );
  const [row] = await change(tx, open, {
    ...{ acknowledged_at: said.now, acknowledged_by: said.by, acknowledged_note: said.note },
  });
  return row ?? null;
}

export async function findFiring(
  db: Database | Transaction,
  which: { alert_id: string; firing_id: string },
): Promise<FiringRow | null> {
  const [row] = await db
    .select()
    .from(alertFirings)
    .where(and(eq(alertFirings.firing_id, which.firing_id), eq(alertFirings.alert_id, which.alert_id)));
  return row ?? null;
}

const lasting = (firing_id: string) =>
  and(eq(alertFirings.firing_id, firing_id), isNull(alertFirings.resolved_at));

type Values = { [K in keyof FiringRow]?: FiringRow[K] | SQL };

function change(tx: Transaction, where: SQL | undefined, values: Values): Promise<FiringRow[]> {
  return tx.update(alertFirings).set(values).where(where).returning();
}
