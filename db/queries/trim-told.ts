import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";

/** Removes some thousands of read notices from before; how many. */
export async function trimReadNotices(db: Database, before: string): Promise<number> {
  const rows = await db.execute(sql`
    with old as (
      select notice_id from notices where created_at < ${before}::text::timestamptz and read_at is not null
      limit 5000 for update skip locked)
    delete from notices n using old where n.notice_id = old.notice_id returning 1`);
  return rows.length;
}

/**
 * Removes some hundred messages from before with their deliveries and tries; how many. Not while one of their
 * deliveries waits, is under way or was tried since, nor while their case is unsettled, settled since, or flagged
 * because its verdict reached nobody: it could still be sent again. One statement: a delivery that is put back to
 * its first try meanwhile keeps its message.
 */
export async function trimMessages(db: Database, before: string, now: string): Promise<number> {
  const [row] = await db.execute<{ trimmed: number }>(sql`
    with old as materialized (
      select o.message_id from outbox o
      where o.created_at < ${before}::text::timestamptz and o.taken_at is not null
        and (o.case_id is null or exists (
          select from cases c where c.case_id = o.case_id and c.state = 'settled'
            and c.settled_at < ${before}::text::timestamptz and not 'delivery_failed' = any(c.flags)))
        and not exists (
          select from deliveries d where d.message_id = o.message_id
            and (d.state = 'waiting' or d.taken_until > ${now}::text::timestamptz or exists (
              select from delivery_tries t
              where t.delivery_id = d.delivery_id and t.started_at >= ${before}::text::timestamptz)))
      limit 500 for update of o skip locked),
    over as materialized (
      select d.delivery_id, d.message_id from deliveries d join old on old.message_id = d.message_id
      where d.state <> 'waiting' and (d.taken_until is null or d.taken_until <= ${now}::text::timestamptz)
      for update of d skip locked),
    gone as materialized (
      select message_id from old where (select count(*) from deliveries d where d.message_id = old.message_id)
        = (select count(*) from over where over.message_id = old.message_id)),
    tries as (
      delete from delivery_tries t using over, gone
      where t.delivery_id = over.delivery_id and over.message_id = gone.message_id),
    sent as (delete from deliveries d using gone where d.message_id = gone.message_id),
    told as (delete from outbox o using gone where o.message_id = gone.message_id returning 1)
    select count(*)::int as trimmed from told`);
  return row?.trimmed ?? 0;
}
