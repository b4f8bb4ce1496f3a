import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { deliveries } from "@/db/schema/deliveries";
import { subscriptions } from "@/db/schema/subscriptions";
import { SYSTEM_CALLER } from "@/domain/permissions";
import type { DroppedBecause } from "@/domain/webhook";
import { recordAudit } from "./audit";
import type { EndedDelivery, TakenDelivery } from "./take-deliveries";
import { carriesVerdict, flagUndelivered, markVerdictDelivered } from "./verdict-delivery";

export type Try = {
  started_at: string;
  duration_ms: number;
  status: number | null;
  /** Null when the receiver took it. */
  error: string | null;
  response: string | null;
  /** Who asked for it; null: the schedule. */
  by: string | null;
};

/** What a try makes of its delivery. `stays`: it was made by hand and changes nothing but the log. */
export type AfterTry =
  | { state: "delivered" }
  | { state: "waiting"; next_at: string }
  | { state: "failed" | "stays" };

/** Gives back a delivery that is not sent after all; one that waited is dropped, and why is kept. */
export async function dropDelivery(
  db: Database | Transaction,
  delivery_id: string,
  because: DroppedBecause,
): Promise<void> {
  const waits = sql`${deliveries.state} = 'waiting'`;
  await db
    .update(deliveries)
    .set({
      state: sql`case when ${waits} then 'dropped' else ${deliveries.state} end`,
      dropped_because: sql`case when ${waits} then ${because}::text else ${deliveries.dropped_because} end`,
      next_at: null,
      taken_until: null,
    })
    .where(eq(deliveries.delivery_id, delivery_id));
}

/** Lists a try that nobody lived to record: the process that made it died, and the message may have arrived. */
export async function recordLostTry(db: Database, delivery_id: string, started_at: string): Promise<void> {
  const lost = { status: null, error: "sender_stopped", response: null, by: null, duration_ms: 0 };
  await insertTry(db, delivery_id, { ...lost, started_at });
}

/**
 * Writes a try and all that follows from it, in one transaction: the delivery's state, the health of its
 * subscription, the verdict's delivery, and whether nobody is left to bring the verdict. The case is locked
 * before the verdict, as everybody does, and before the delivery, so that of two that give up at once the
 * second sees the first. Answers whether the case changed.
 */
export async function recordTry(
  tx: Transaction,
  taken: TakenDelivery,
  tried: Try,
  after: AfterTry,
): Promise<boolean> {
  const carries = carriesVerdict(taken);
  if (carries) await lockCase(tx, taken.case_id);
  const now = sql`${tried.started_at}::text::timestamptz + make_interval(secs => ${tried.duration_ms / 1000})`;
  await insertTry(tx, taken.delivery_id, tried);
  await moveDelivery(tx, taken, after, now);
  await noteHealth(tx, taken.subscription_id, tried, now);
  if (tried.error === "gone") await disable(tx, taken, tried);
  if (!carries) return false;
  if (tried.error === null) return markVerdictDelivered(tx, taken.verdict_id, taken.case_id, now);
  return flagUndelivered(tx, taken);
}

/**
 * Ends a delivery whose subscription was removed or disabled: nobody will send it, so the case is looked at as
 * after a last try. Answers whether the case changed.
 */
export async function endDelivery(
  tx: Transaction,
  ended: EndedDelivery,
  state: "failed" | "dropped",
): Promise<boolean> {
  const carries = carriesVerdict(ended);
  if (carries) await lockCase(tx, ended.case_id);
  const dropped_because = state === "dropped" ? ("webhook_removed" as const) : null;
  await tx
    .update(deliveries)
    .set({ state, dropped_because, next_at: null, taken_until: null })
    .where(and(eq(deliveries.delivery_id, ended.delivery_id), eq(deliveries.state, "waiting")));
  return carries && flagUndelivered(tx, ended);
}

async function lockCase(tx: Transaction, case_id: string): Promise<void> {
  await tx.execute(sql`select from cases where case_id = ${case_id}::text::uuid for update`);
}

async function insertTry(db: Database | Transaction, delivery_id: string, tried: Try): Promise<void> {
  await db.execute(sql`
    insert into delivery_tries (delivery_id, try_number, started_at, duration_ms, status, error, response, by)
    select ${delivery_id}::text::uuid, 1 + count(*)::int, ${tried.started_at}::text::timestamptz,
      ${tried.duration_ms}::int, ${tried.status}::int, ${tried.error}::text, ${tried.response}::text, ${tried.by}::text
    from delivery_tries where delivery_id = ${delivery_id}::text::uuid`);
}

/** Whoever overtook this sender, its lease having run out, decides on what failed; what arrived has arrived. */
async function moveDelivery(tx: Transaction, taken: TakenDelivery, after: AfterTry, now: SQL): Promise<void> {
  const mine = and(
    eq(deliveries.delivery_id, taken.delivery_id),
    eq(deliveries.taken_until, taken.taken_until),
  );
  if (after.state === "stays") {
    await tx.update(deliveries).set({ taken_until: null }).where(mine);
  } else if (after.state === "delivered") {
    const delivered_at = sql`coalesce(${deliveries.delivered_at}, ${now})`;
    await tx
      .update(deliveries)
      .set({
        ...{ ...after, delivered_at, dropped_because: null, next_at: null, taken_until: null },
        tries: sql`${deliveries.tries} + 1`,
      })
      .where(eq(deliveries.delivery_id, taken.delivery_id));
  } else {
    const next_at = after.state === "waiting" ? after.next_at : null;
    await tx
      .update(deliveries)
      .set({ state: after.state, next_at, taken_until: null, tries: sql`${deliveries.tries} + 1` })
      .where(and(mine, eq(deliveries.state, "waiting")));
  }
}

async function noteHealth(tx: Transaction, subscription_id: string, tried: Try, now: SQL): Promise<void> {
  const health =
    tried.error === null
      ? { failing_since: null, last_delivered_at: now }
      : { failing_since: sql`coalesce(${subscriptions.failing_since}, ${now})` };
  await tx.update(subscriptions).set(health).where(eq(subscriptions.subscription_id, subscription_id));
}

/** The receiver wants no more: nothing goes there until a person says so. What waits is ended one by one. */
async function disable(tx: Transaction, taken: TakenDelivery, tried: Try): Promise<void> {
  const rows = await tx
    .update(subscriptions)
    .set({ disabled_at: tried.started_at, version: sql`${subscriptions.version} + 1` })
    .where(and(eq(subscriptions.subscription_id, taken.subscription_id), isNull(subscriptions.disabled_at)))
    .returning({ name: subscriptions.name });
  const [disabled] = rows;
  if (disabled === undefined) return;
  await recordAudit(tx, {
    actor: SYSTEM_CALLER,
    action: "webhook.disabled",
    subject_kind: "webhook",
    subject_id: taken.subscription_id,
    details: { name: disabled.name, because: "the receiver answered 410" },
  });
}
