import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";

/** What stands in the tables at one moment, counted over everybody. */
export type QueueGauges = {
  open: number;
  awaiting_second: number;
  overdue: number;
  snoozed: number;
  escalated: number;
  claimed: number;
  /** Alerts that fire now. */
  firing: number;
  undelivered_verdicts: number;
  waiting_deliveries: number;
  /** Messages no duty has taken up, and since when the oldest of them waits, in seconds; 0 when none does. */
  waiting_messages: number;
  oldest_message_seconds: number;
  /** How old the oldest event is that is kept, in seconds; 0 when there is none. */
  oldest_event_seconds: number;
};

/**
 * Counted by the partial indexes of what is unsettled, undelivered and waiting: settled cases, which are nearly all in
 * time, cost nothing. Whoever reads it often remembers it.
 */
export async function readGauges(db: Database, now: string): Promise<QueueGauges> {
  const [row] = await db.execute<QueueGauges>(sql`
    select c.*, a.*, v.*, d.*, o.*, e.*
    from (
      select count(*) filter (where state = 'open')::int as open,
        count(*) filter (where state = 'awaiting_second')::int as awaiting_second,
        count(*) filter (where deadline_at < ${now}::text::timestamptz)::int as overdue,
        count(*) filter (where snoozed_until > ${now}::text::timestamptz)::int as snoozed,
        count(*) filter (where escalated_at is not null)::int as escalated,
        count(*) filter (where claim_expires_at > ${now}::text::timestamptz)::int as claimed
      from cases where state <> 'settled'
    ) c, (
      select count(*)::int as firing from alerts where state = 'firing' and removed_at is null
    ) a, (
      select count(*)::int as undelivered_verdicts from verdicts
      where state = 'settled' and superseded_at is null and delivered_at is null and acknowledged_at is null
    ) v, (
      select count(*)::int as waiting_deliveries from deliveries where state = 'waiting'
    ) d, (
      select count(*)::int as waiting_messages,
        coalesce(extract(epoch from ${now}::text::timestamptz - min(created_at)), 0)::float8 as oldest_message_seconds
      from outbox where taken_at is null
    ) o, (
      select coalesce(extract(epoch from ${now}::text::timestamptz - min(occurred_at)), 0)::float8
        as oldest_event_seconds
      from events
    ) e`);
  if (row === undefined) throw new Error("counting answered no row");
  return row;
}
