import { and, asc, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { alerts, type StoredReading } from "@/db/schema/alerts";
import type { AlertRow } from "./alerts";

/** What an evaluation makes of an alert. */
export type Evaluated = Pick<
  AlertRow,
  "state" | "state_since" | "over_since" | "clear_since" | "unknown_since"
> & {
  evaluated_to: string;
  reading: StoredReading;
  /** Where a firing began; else the one before stays. */
  firing_id?: string;
};

/**
 * Alerts that were not evaluated up to this minute, the furthest behind first. One that was evaluated up to `ahead` or
 * later was so by a clock that was wrong.
 */
export function listDueAlerts(db: Database, minute: string, ahead: string): Promise<AlertRow[]> {
  return db
    .select()
    .from(alerts)
    .where(
      and(
        isNull(alerts.removed_at),
        or(
          isNull(alerts.evaluated_to),
          sql`${alerts.evaluated_to} < ${minute}::text::timestamptz`,
          sql`${alerts.evaluated_to} > ${ahead}::text::timestamptz`,
        ),
      ),
    )
    .orderBy(sql`${alerts.evaluated_to} nulls first`, asc(alerts.alert_id));
}

/**
 * Stores an evaluation, unless somebody else evaluated or changed the alert since it was read: null then. The row as it
 * is now, held by this transaction.
 */
export async function storeEvaluation(
  tx: Transaction,
  read: AlertRow,
  evaluated: Evaluated,
): Promise<AlertRow | null> {
  const [row] = await tx
    .update(alerts)
    .set(evaluated)
    .where(
      and(
        eq(alerts.alert_id, read.alert_id),
        eq(alerts.version, read.version),
        isNull(alerts.removed_at),
        unmoved(read.evaluated_to),
      ),
    )
    .returning();
  return row ?? null;
}

const unmoved = (evaluated_to: string | null): SQL =>
  evaluated_to === null
    ? isNull(alerts.evaluated_to)
    : sql`${alerts.evaluated_to} = ${evaluated_to}::text::timestamptz`;
