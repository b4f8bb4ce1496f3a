import { and, desc, eq, inArray, lt, sql } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { alertChanges, alerts } from "@/db/schema/alerts";
import type { AlertChangeKind } from "@/domain/alerts/states";
import { type AlertReader, seenBy } from "./alerts";

export type NewAlertChange = Omit<typeof alertChanges.$inferInsert, "change_id" | "recorded_at">;

/** Adds to the history, in the transaction of what it tells; in this order. */
export async function recordAlertChanges(
  tx: Transaction,
  changes: readonly NewAlertChange[],
  now: string,
): Promise<void> {
  if (changes.length === 0) return;
  await tx.insert(alertChanges).values(changes.map((change) => ({ ...change, recorded_at: now })));
}

/** Keeps to how many webhooks these messages were sent that alerts fired and ended; answers how many there were. */
export async function countTold(tx: Transaction, message_ids: readonly string[]): Promise<number> {
  const rows = await tx.execute(sql`
    update alert_changes c
    set webhooks = (select count(*) from deliveries d where d.message_id = o.message_id)
    from outbox o
    where o.message_id = any(${sql.param(message_ids)}::uuid[]) and o.type in ('alert.fired', 'alert.resolved')
      and c.alert_id = (o.data ->> 'alert_id')::uuid and c.firing_id = (o.data ->> 'firing_id')::uuid
      and c.kind = case o.type when 'alert.fired' then 'firing' else 'resolved' end
    returning c.change_id`);
  return rows.length;
}

export type HistoryQuestion = {
  reader: AlertReader;
  alert_id: string | undefined;
  kind: readonly AlertChangeKind[] | undefined;
};

/** The history of the alerts that a reader sees, removed ones included, newest first, below `before`. */
export function listAlertChanges(
  db: Database,
  { reader, alert_id, kind }: HistoryQuestion,
  page: { before: number | null; limit: number },
) {
  return db
    .select({
      change: alertChanges,
      name: alerts.name,
      alert_kind: alerts.kind,
      removed: sql<boolean>`${alerts.removed_at} is not null`,
    })
    .from(alertChanges)
    .innerJoin(alerts, eq(alerts.alert_id, alertChanges.alert_id))
    .where(
      and(
        seenBy(reader),
        alert_id === undefined ? undefined : eq(alertChanges.alert_id, alert_id),
        kind === undefined || kind.length === 0 ? undefined : inArray(alertChanges.kind, [...kind]),
        page.before === null ? undefined : lt(alertChanges.change_id, page.before),
      ),
    )
    .orderBy(desc(alertChanges.change_id))
    .limit(page.limit);
}

/**
 * Forgets changes from before `quiet` that lead to no firing, and all from before `all`; then alerts that were removed and
 * have nothing left to tell. The last firing of one that is there stays: it is shown.
 */
export async function trimAlertChanges(
  db: Pick<Database, "execute">,
  before: { quiet: string; all: string },
): Promise<void> {
  const all = sql`${before.all}::text::timestamptz`;
  await db.execute(sql`
    delete from alert_changes where recorded_at < ${before.quiet}::text::timestamptz
      and (recorded_at < ${all} or kind in ('no_data', 'ok', 'pending'))`);
  await db.execute(sql`
    delete from alert_firings f where f.resolved_at < ${all}
      and not exists (select from alerts a where a.firing_id = f.firing_id and a.removed_at is null)`);
  await db.execute(sql`
    delete from alerts a where a.removed_at < ${all}
      and not exists (select from alert_changes c where c.alert_id = a.alert_id)
      and not exists (select from alert_firings f where f.alert_id = a.alert_id)`);
}
