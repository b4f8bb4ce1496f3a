import { sql } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { instantFromPostgres } from "@/domain/instant";
import type { TakenMessage } from "./outbox";
import { asksFor } from "./subscribed";

/** A delivery that this process holds until `taken_until`, with all that is needed to send it. */
export type TakenDelivery = {
  delivery_id: string;
  subscription_id: string;
  taken_until: string;
  tries: number;
  /** When the lease ran out of whoever took it before and left without a word. */
  abandoned_at: string | null;
  state: "waiting" | "delivered" | "failed" | "dropped";
  message_id: string;
  type: string;
  case_id: string | null;
  verdict_id: string | null;
  /** The message's data, as it was written: numbers keep all their digits. */
  data: string;
  created_at: string;
  url: string;
  secret: string;
  previous_secret: string | null;
  previous_secret_until: string | null;
};

/** What a delivery needs besides its own columns; `d` is the delivery. */
const TAKEN = sql`d.delivery_id, d.subscription_id, d.taken_until, d.tries, d.state, o.message_id, o.type, o.case_id,
  o.verdict_id, o.data::text as data, o.created_at, s.url, s.secret, s.previous_secret, s.previous_secret_until`;

/**
 * Makes a delivery of each message for each subscription that asks for it. Those that did not exist when it
 * happened, or that their receiver turned off, get none; those that are paused get theirs to wait.
 */
export async function expandToSubscribers(
  tx: Transaction,
  messages: readonly Pick<TakenMessage, "message_id">[],
  now: string,
): Promise<number> {
  const ids = messages.map(({ message_id }) => message_id);
  const made = await tx.execute(sql`
    insert into deliveries (delivery_id, message_id, subscription_id, state, created_at, next_at)
    select gen_random_uuid(), o.message_id, s.subscription_id, 'waiting', o.created_at, ${now}::text::timestamptz
    from outbox o join subscriptions s on s.removed_at is null and s.disabled_at is null
      and s.created_at <= o.created_at and ${asksFor(sql`o.type`, sql`o`)}
    where o.message_id = any(${sql.param(ids)}::uuid[])
    on conflict do nothing returning delivery_id`);
  return made.length;
}

export type TakeLimits = {
  /** How many at most. */
  free: number;
  /** How many of one subscription may be under way at once. */
  each: number;
  /** How many of each are under way here already. */
  under_way: ReadonlyMap<string, number>;
  /** Only those whose last try failed, or only those whose last try worked. */
  failing: boolean;
  taken_until: string;
};

/**
 * Takes what is due, the longest overdue first, at most so many of each subscription: looked for one
 * subscription at a time (`deliveries_in_turn`), so a paused or slow one with many waiting costs the others
 * nothing. A lease that ran out was left by a process that died; its delivery is taken again.
 */
export async function takeDueDeliveries(
  db: Database,
  limits: TakeLimits,
  now: string,
): Promise<TakenDelivery[]> {
  const { free, each, failing, taken_until } = limits;
  const under_way = [...limits.under_way].map(([subscription_id, n]) => ({ subscription_id, n }));
  const rows = await db.execute<Raw>(sql`
    with due as (
      select turn.delivery_id, turn.taken_until from subscriptions s
      left join json_to_recordset(${JSON.stringify(under_way)}::text::json) as busy(subscription_id uuid, n int)
        on busy.subscription_id = s.subscription_id
      cross join lateral (
        select w.delivery_id, w.next_at, w.taken_until from deliveries w
        where w.subscription_id = s.subscription_id and w.state = 'waiting'
          and w.next_at <= ${now}::text::timestamptz
          and (w.taken_until is null or w.taken_until <= ${now}::text::timestamptz)
        order by w.next_at limit greatest(0, ${each}::int - coalesce(busy.n, 0))
        for update skip locked
      ) as turn
      where s.removed_at is null and s.paused_at is null and s.disabled_at is null
        and (s.failing_since is not null) = ${failing}
      order by turn.next_at limit ${free}
    )
    update deliveries d set taken_until = ${taken_until}::text::timestamptz
    from due, outbox o, subscriptions s
    where d.delivery_id = due.delivery_id and o.message_id = d.message_id and s.subscription_id = d.subscription_id
    returning ${TAKEN}, due.taken_until as abandoned_at`);
  return rows.map(taken);
}

/**
 * Takes this one, whatever became of it before and whether its subscription is paused or not, because a person
 * asked for it. Null: there is no such one, its subscription was removed, or it is under way just now.
 */
export async function takeDelivery(
  db: Database | Transaction,
  delivery_id: string,
  taken_until: string,
  now: string,
): Promise<TakenDelivery | null> {
  const rows = await db.execute<Raw>(sql`
    update deliveries d set taken_until = ${taken_until}::text::timestamptz
    from outbox o, subscriptions s, (
      select delivery_id, taken_until from deliveries
      where delivery_id = ${delivery_id}::text::uuid
        and (taken_until is null or taken_until <= ${now}::text::timestamptz)
      for update
    ) as before
    where d.delivery_id = before.delivery_id and o.message_id = d.message_id
      and s.subscription_id = d.subscription_id and s.removed_at is null
    returning ${TAKEN}, before.taken_until as abandoned_at`);
  return rows.map(taken)[0] ?? null;
}

export type EndedDelivery = Pick<TakenDelivery, "delivery_id" | "type" | "case_id" | "verdict_id"> & {
  /** Because its subscription was removed; else it was disabled by its receiver. */
  removed: boolean;
};

/** What still waits though its subscription was removed or disabled, a hundred of each at a time. */
export function listEndedDeliveries(db: Database): Promise<EndedDelivery[]> {
  return db.execute<EndedDelivery>(sql`
    select w.delivery_id, o.type, o.case_id, o.verdict_id, s.removed_at is not null as removed
    from subscriptions s
    cross join lateral (select delivery_id, message_id from deliveries
      where subscription_id = s.subscription_id and state = 'waiting' order by next_at limit 100) as w
    join outbox o on o.message_id = w.message_id
    where s.removed_at is not null or s.disabled_at is not null`);
}

type Raw = TakenDelivery & Record<string, unknown>;

function taken(row: Raw): TakenDelivery {
  return {
    ...row,
    taken_until: instantFromPostgres(row.taken_until),
    created_at: instantFromPostgres(row.created_at),
    abandoned_at: instantOrNull(row.abandoned_at),
    previous_secret_until: instantOrNull(row.previous_secret_until),
  };
}

function instantOrNull(text: string | null): string | null {
  return text === null ? null : instantFromPostgres(text);
}
