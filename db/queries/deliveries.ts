import { randomUUID } from "node:crypto";
import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { deliveries } from "@/db/schema/deliveries";
import { deliveryTries } from "@/db/schema/delivery-tries";
import { outbox } from "@/db/schema/outbox";
import { subscriptions } from "@/db/schema/subscriptions";
import type { DeliveryState } from "@/domain/webhook";

/** The last row of a page: when its message was made, and its id. */
export type DeliveryCursor = [created_at: string, delivery_id: string];

const COLUMNS = {
  delivery_id: deliveries.delivery_id,
  subscription_id: deliveries.subscription_id,
  message_id: deliveries.message_id,
  type: outbox.type,
  case_id: outbox.case_id,
  verdict_id: outbox.verdict_id,
  state: deliveries.state,
  created_at: deliveries.created_at,
  next_at: deliveries.next_at,
  delivered_at: deliveries.delivered_at,
  dropped_because: deliveries.dropped_because,
};

const TRY_COLUMNS = {
  try_number: deliveryTries.try_number,
  started_at: deliveryTries.started_at,
  duration_ms: deliveryTries.duration_ms,
  status: deliveryTries.status,
  error: deliveryTries.error,
  response: deliveryTries.response,
  by: deliveryTries.by,
};

export type DeliveryRow = Awaited<ReturnType<typeof listDeliveryRows>>["rows"][number];
export type TryRow = Awaited<ReturnType<typeof listTries>>[number];

/** A page of what was and is to be sent to one subscription, newest first (`deliveries_by_subscription`). */
export async function listDeliveryRows(
  db: Database,
  subscription_id: string,
  query: { state: DeliveryState | undefined; cursor: DeliveryCursor | null; limit: number },
) {
  const { state, cursor, limit } = query;
  const rows = await db
    .select(COLUMNS)
    .from(deliveries)
    .innerJoin(outbox, eq(outbox.message_id, deliveries.message_id))
    .where(
      and(
        eq(deliveries.subscription_id, subscription_id),
        state && eq(deliveries.state, state),
        cursor === null
          ? undefined
          : sql`(${deliveries.created_at}, ${deliveries.delivery_id}) < (${cursor[0]}::text::timestamptz, ${cursor[1]}::text::uuid)`,
      ),
    )
    .orderBy(desc(deliveries.created_at), desc(deliveries.delivery_id))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const next: DeliveryCursor | null =
    rows.length > limit && last !== undefined ? [last.created_at, last.delivery_id] : null;
  return { rows: page, next };
}

/** One delivery of one subscription with the message's data, or null. */
export async function findDelivery(db: Database, subscription_id: string, delivery_id: string) {
  const rows = await db
    .select({ ...COLUMNS, data: sql<string>`${outbox.data}::text`, message_at: outbox.created_at })
    .from(deliveries)
    .innerJoin(outbox, eq(outbox.message_id, deliveries.message_id))
    .where(and(eq(deliveries.subscription_id, subscription_id), eq(deliveries.delivery_id, delivery_id)));
  return rows[0] ?? null;
}

/** What was told of a case, to whom, oldest first. Whether the caller may see the case was asked before. */
export function listCaseDeliveries(db: Database, case_id: string, limit: number) {
  return db
    .select({ ...COLUMNS, subscription: subscriptions.name, removed_at: subscriptions.removed_at })
    .from(outbox)
    .innerJoin(deliveries, eq(deliveries.message_id, outbox.message_id))
    .innerJoin(subscriptions, eq(subscriptions.subscription_id, deliveries.subscription_id))
    .where(eq(outbox.case_id, case_id))
    .orderBy(desc(deliveries.created_at), desc(deliveries.delivery_id))
    .limit(limit);
}

/** The tries of these deliveries, in their order. */
export function listTries(db: Database | Transaction, delivery_ids: readonly string[]) {
  return db
    .select({ delivery_id: deliveryTries.delivery_id, ...TRY_COLUMNS })
    .from(deliveryTries)
    .where(sql`${deliveryTries.delivery_id} = any(${sql.param(delivery_ids)}::uuid[])`)
    .orderBy(asc(deliveryTries.try_id));
}

/** How many tries each of these deliveries had, and what the last one came to. */
export async function lastTries(db: Database, delivery_ids: readonly string[]) {
  const rows = await db
    .selectDistinctOn([deliveryTries.delivery_id], { delivery_id: deliveryTries.delivery_id, ...TRY_COLUMNS })
    .from(deliveryTries)
    .where(sql`${deliveryTries.delivery_id} = any(${sql.param(delivery_ids)}::uuid[])`)
    .orderBy(deliveryTries.delivery_id, desc(deliveryTries.try_id));
  return new Map(rows.map(({ delivery_id, response: _response, ...tried }) => [delivery_id, tried]));
}

/** A message of no consequence to one subscriber only; answers the id of its delivery, which nobody else sends. */
export async function insertTestDelivery(
  tx: Transaction,
  subscription_id: string,
  data: Record<string, unknown>,
  now: string,
): Promise<string> {
  const [message_id, delivery_id] = [randomUUID(), randomUUID()];
  await tx.insert(outbox).values({
    ...{ message_id, type: "webhook.test", data, created_at: now, taken_at: now },
    ...{ case_id: null, verdict_id: null, tenant: null, environment: null, service: null, tool: null },
  });
  await tx
    .insert(deliveries)
    .values({ delivery_id, message_id, subscription_id, state: "failed", created_at: now, next_at: null });
  return delivery_id;
}

/**
 * Puts what failed since then back to its first try, the oldest first and so many at most. Answers how many,
 * and whether there are more. Tests are not repeated.
 */
export async function retryFailed(
  tx: Transaction,
  subscription_id: string,
  since: string,
  limit: number,
  now: string,
): Promise<{ resent: number; more: boolean }> {
  const rows = await tx.execute<{ total: number }>(sql`
    with failed as (
      select d.delivery_id from deliveries d join outbox o on o.message_id = d.message_id
      where d.subscription_id = ${subscription_id}::text::uuid and d.state = 'failed'
        and d.created_at >= ${since}::text::timestamptz and o.type <> 'webhook.test'
      order by d.created_at limit ${limit + 1} for update of d skip locked),
    again as (
      update deliveries d set state = 'waiting', tries = 0, next_at = ${now}::text::timestamptz, taken_until = null
      from (select delivery_id from failed limit ${limit}) as chosen where d.delivery_id = chosen.delivery_id
      returning d.delivery_id)
    select (select count(*)::int from failed) as total`);
  const total = rows[0]?.total ?? 0;
  return { resent: Math.min(total, limit), more: total > limit };
}
