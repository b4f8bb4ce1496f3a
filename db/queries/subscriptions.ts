import { and, asc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { deliveries } from "@/db/schema/deliveries";
import { subscriptions } from "@/db/schema/subscriptions";

type Row = typeof subscriptions.$inferSelect;
export type NewSubscription = Omit<
  Row,
  "paused_at" | "paused_by" | "disabled_at" | "removed_at" | "failing_since" | "last_delivered_at" | "version"
>;
/** What people set. */
export type SubscriptionParts = Pick<
  Row,
  "name" | "url" | "types" | "tenants" | "environments" | "services" | "tools"
>;

/** More waiting messages than this are not counted out: the page says "and more". */
const COUNTED_WAITING = 1_000;

/** Everything but the secrets, with how many messages wait for it. */
const COLUMNS = {
  subscription_id: subscriptions.subscription_id,
  name: subscriptions.name,
  url: subscriptions.url,
  types: subscriptions.types,
  tenants: subscriptions.tenants,
  environments: subscriptions.environments,
  services: subscriptions.services,
  tools: subscriptions.tools,
  previous_secret_until: subscriptions.previous_secret_until,
  paused_at: subscriptions.paused_at,
  paused_by: subscriptions.paused_by,
  disabled_at: subscriptions.disabled_at,
  failing_since: subscriptions.failing_since,
  last_delivered_at: subscriptions.last_delivered_at,
  created_at: subscriptions.created_at,
  created_by: subscriptions.created_by,
  updated_at: subscriptions.updated_at,
  version: subscriptions.version,
  waiting: sql<number>`(select count(*)::int from (select from ${deliveries}
    where ${deliveries.subscription_id} = ${subscriptions}.subscription_id and ${deliveries.state} = 'waiting'
    limit ${COUNTED_WAITING}) as waiting)`,
};

const there = (subscription_id: string) =>
  and(eq(subscriptions.subscription_id, subscription_id), isNull(subscriptions.removed_at));

export type SubscriptionRow = Awaited<ReturnType<typeof listSubscriptions>>[number];

/** All that were not removed, by name. */
export function listSubscriptions(db: Database | Transaction, subscription_id?: string) {
  return db
    .select(COLUMNS)
    .from(subscriptions)
    .where(subscription_id === undefined ? isNull(subscriptions.removed_at) : there(subscription_id))
    .orderBy(asc(sql`lower(${subscriptions.name})`), asc(subscriptions.created_at));
}

/** One that was not removed, or null. */
export async function findSubscription(
  db: Database | Transaction,
  subscription_id: string,
): Promise<SubscriptionRow | null> {
  return (await listSubscriptions(db, subscription_id))[0] ?? null;
}

export async function insertSubscription(tx: Transaction, row: NewSubscription): Promise<void> {
  await tx.insert(subscriptions).values(row);
}

/** Changes what people set, if nobody else did since `version`; false: no such row any more. */
export async function changeSubscription(
  tx: Transaction,
  subscription_id: string,
  version: number | undefined,
  parts: Partial<SubscriptionParts>,
  now: string,
): Promise<boolean> {
  const unchanged = version === undefined ? undefined : eq(subscriptions.version, version);
  return update(tx, and(there(subscription_id), unchanged), { ...parts, updated_at: now });
}

/** Stops sending; what happens meanwhile waits. False when it was paused before. */
export function pauseSubscription(tx: Transaction, subscription_id: string, by: string, now: string) {
  const active = and(there(subscription_id), isNull(subscriptions.paused_at));
  return update(tx, active, { paused_at: now, paused_by: by, updated_at: now });
}

/** Sends again, also what waited and also after a 410. False when nothing stopped it. */
export function resumeSubscription(tx: Transaction, subscription_id: string, now: string) {
  const stopped = sql`(${isNotNull(subscriptions.paused_at)} or ${isNotNull(subscriptions.disabled_at)})`;
  const values = {
    paused_at: null,
    paused_by: null,
    disabled_at: null,
    failing_since: null,
    updated_at: now,
  };
  return update(tx, and(there(subscription_id), stopped), values);
}

/** The new secret signs from now on; the one before signs beside it until `until`. */
export function rotateSecret(
  tx: Transaction,
  subscription_id: string,
  secret: string,
  until: string,
  now: string,
) {
  const previous = { previous_secret: sql`${subscriptions.secret}`, previous_secret_until: until };
  return update(tx, there(subscription_id), { secret, ...previous, updated_at: now });
}

/**
 * Removes it with its secrets; the row stays, because its deliveries tell of it. What still waits is dropped
 * by the duty that sends, one by one, since a case may have lost its last way of being told.
 */
export function removeSubscription(tx: Transaction, subscription_id: string, now: string): Promise<boolean> {
  const forgotten = { secret: "", previous_secret: null, previous_secret_until: null };
  return update(tx, there(subscription_id), { ...forgotten, removed_at: now, updated_at: now });
}

type Values = { [K in keyof Row]?: Row[K] | SQL };

async function update(tx: Transaction, where: SQL | undefined, values: Values): Promise<boolean> {
  const rows = await tx
    .update(subscriptions)
    .set({ ...values, version: sql`${subscriptions.version} + 1` })
    .where(where)
    .returning({ subscription_id: subscriptions.subscription_id });
  return rows.length > 0;
}
