import { and, asc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { alertFirings, alerts } from "@/db/schema/alerts";
import type { AlertDefinition, AlertKind } from "@/domain/alerts/condition";
import { ALERTS_MOST } from "@/domain/alerts/errors";
import type { AlertState } from "@/domain/alerts/states";
import type { Confinement } from "@/domain/permissions";
import { confine } from "./confinement";
import { asksFor } from "./subscribed";

/** Woken when an alert was evaluated or changed. */
export const ALERTS_TOPIC = "alerts";

export type AlertRow = typeof alerts.$inferSelect;
export type FiringRow = typeof alertFirings.$inferSelect;
export type AlertWithFiring = {
  alert: AlertRow;
  firing: FiringRow | null;
  fired_lately: number;
  webhook_listens: boolean;
};

/** Which alerts are listed: one, or those in some states; all when neither is said. */
export type AlertsAsked = { alert_id?: string | undefined; states?: readonly AlertState[] | undefined };

/** Which alerts a caller sees: those that watch a place within their part, and what they may read. */
export type AlertReader = { confinement: Confinement; kinds: readonly AlertKind[] };

/** The rule of what a reader sees, removed ones left to the query. */
export function seenBy({ confinement, kinds }: AlertReader): SQL | undefined {
  return and(inArray(alerts.kind, [...kinds]), confine(confinement, alerts));
}

const ORDER = ["firing", "pending", "no_data", "resolved", "ok"] satisfies AlertState[];

/** Alerts with their last firing, those first that somebody should look at; `lately`: since when firings are counted. */
export function listAlertRows(
  db: Database | Transaction,
  reader: AlertReader,
  lately: string,
  { alert_id, states = [] }: AlertsAsked,
): Promise<AlertWithFiring[]> {
  const counted = sql<number>`(select count(*)::int from ${alertFirings} as since
    where since.alert_id = ${alerts.alert_id} and since.fired_at >= ${lately}::text::timestamptz)`;
  const listens = sql<boolean>`exists (select from subscriptions s
    where s.removed_at is null and s.paused_at is null and s.disabled_at is null
      and ${asksFor(sql`'alert.fired'`, sql`${alerts}`)})`;
  return db
    .select({ alert: alerts, firing: alertFirings, fired_lately: counted, webhook_listens: listens })
    .from(alerts)
    .leftJoin(alertFirings, eq(alertFirings.firing_id, alerts.firing_id))
    .where(
      and(
        isNull(alerts.removed_at),
        alert_id === undefined ? undefined : eq(alerts.alert_id, alert_id),
        states.length === 0 ? undefined : inArray(alerts.state, [...states]),
        seenBy(reader),
      ),
    )
    .orderBy(
      sql`array_position(${sql.param(ORDER)}::text[], ${alerts.state})`,
      asc(sql`lower(${alerts.name})`),
      asc(alerts.alert_id),
    );
}

/** One alert held until the transaction ends; null: none that the reader sees. */
export async function lockAlert(
  tx: Transaction,
  reader: AlertReader,
  alert_id: string,
): Promise<AlertRow | null> {
  const [row] = await tx
    .select()
    .from(alerts)
    .where(and(eq(alerts.alert_id, alert_id), isNull(alerts.removed_at), seenBy(reader)))
    .for("update");
  return row ?? null;
}

export type NewAlertRow = { alert_id: string; name: string } & AlertDefinition;

/** Adds an alert of which nothing is known yet; false when there are as many as may be. */
export async function insertAlert(
  tx: Transaction,
  { alert_id, name, condition, ...rest }: NewAlertRow,
  by: string,
  now: string,
): Promise<boolean> {
  const [count] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(alerts)
    .where(isNull(alerts.removed_at));
  // Two at once may make one more than the limit, which is no harm.
  if ((count?.count ?? 0) >= ALERTS_MOST) return false;
  await tx.insert(alerts).values({
    ...{ alert_id, name, kind: condition.kind, condition, ...rest },
    ...{ state: "no_data", state_since: now, unknown_since: now },
    ...{ created_at: now, created_by: by, updated_at: now, updated_by: by },
  });
  return true;
}

/** What an alert begins anew with when something else than its name was changed. */
const anew = (now: string) => ({
  ...{ state: "no_data" as const, state_since: now, unknown_since: now },
  ...{ over_since: null, clear_since: null, evaluated_to: null, reading: null },
});

/** Changes an alert that this transaction holds; a new definition is evaluated anew. */
export async function updateAlert(
  tx: Transaction,
  { alert_id, ...parts }: { alert_id: string; name: string } & Partial<AlertDefinition>,
  by: string,
  now: string,
): Promise<void> {
  const { condition } = parts;
  const again = condition === undefined ? {} : { kind: condition.kind, ...anew(now) };
  await tx
    .update(alerts)
    .set({ ...parts, ...again, updated_at: now, updated_by: by, version: sql`${alerts.version} + 1` })
    .where(eq(alerts.alert_id, alert_id));
}

/** Removes an alert that this transaction holds; its history stays. */
export async function removeAlertRow(tx: Transaction, alert_id: string, by: string, now: string) {
  const { evaluated_to: _, ...over } = anew(now);
  await tx
    .update(alerts)
    .set({ ...over, removed_at: now, updated_at: now, updated_by: by, version: sql`${alerts.version} + 1` })
    .where(eq(alerts.alert_id, alert_id));
}

/** Mutes an alert that this transaction holds, or ends its mute. */
export async function muteAlertRow(
  tx: Transaction,
  alert_id: string,
  mute: { until: string; by: string; note: string | null } | null,
): Promise<void> {
  await tx
    .update(alerts)
    .set({
      muted_until: mute?.until ?? null,
      muted_by: mute?.by ?? null,
      mute_note: mute?.note ?? null,
    })
    .where(eq(alerts.alert_id, alert_id));
}
