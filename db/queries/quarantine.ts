import { sql } from "drizzle-orm";
import type { Database } from "../client";

/** An item that a door rejected, or whose identity was taken by other content; scrubbed before it comes here. */
export type QuarantineItem = {
  source_id: number;
  door: "events" | "frames" | "calls" | "recoveries" | "releases" | "evidence";
  /** The code the producer was told. */
  reason: string;
  field: string | null;
  detail: string;
  reference: string | null;
  skeleton: string | null;
  tool: string | null;
  tenant: string | null;
  environment: string | null;
  service: string | null;
  event_id: string | null;
  payload: string;
  /** Whether the payload was longer than what is kept. */
  cut: boolean;
  /** Whether NUL or lone surrogates were replaced in it. */
  sanitized: boolean;
  content_hash: string;
  says_unknown: boolean;
  /** What the case of its unknown effect is told apart by; null where it opens none. */
  lone_event?: string | null;
  received_at: string;
};

/**
 * Keeps rejected items; the same item again only counts up, so a retried batch leaves no second row. What was
 * replayed and comes again within a day is such a repeat; later it may be another failure that names no identity
 * (CONTRACT "Identity"), so it is open again.
 */
export async function quarantineItems(
  db: Pick<Database, "execute">,
  items: readonly QuarantineItem[],
): Promise<void> {
  if (items.length === 0) return;
  const comesBack = sql`q.state = 'replayed' and excluded.last_received_at > q.last_received_at + interval '24 hours'`;
  await db.execute(sql`
    insert into quarantine as q (source_id, door, reason, field, detail, reference, skeleton, tool, tenant,
      environment, service, event_id, payload, cut, sanitized, content_hash, says_unknown, lone_event,
      received_at, last_received_at, times)
    select source_id, door, reason, min(field), min(detail), min(reference), min(skeleton), min(tool), min(tenant),
      min(environment), min(service), (min(event_id::text))::uuid, min(payload), bool_or(cut), bool_or(sanitized),
      content_hash, bool_or(says_unknown), min(lone_event), min(received_at), max(received_at), count(*)
    from json_to_recordset(${JSON.stringify(items)}::text::json) as item(
      source_id int, door text, reason text, field text, detail text, reference text, skeleton text, tool text,
      tenant text, environment text, service text, event_id uuid, payload text, cut boolean, sanitized boolean,
      content_hash bigint, says_unknown boolean, lone_event text, received_at timestamptz)
    group by source_id, door, reason, content_hash
    order by source_id, door, reason, content_hash
    on conflict on constraint quarantine_item do update set
      times = q.times + excluded.times,
      last_received_at = greatest(q.last_received_at, excluded.last_received_at),
      state = case when ${comesBack} then 'open' else q.state end,
      decided_at = case when ${comesBack} then null else q.decided_at end,
      decided_by = case when ${comesBack} then null else q.decided_by end,
      decided_by_id = case when ${comesBack} then null else q.decided_by_id end`);
}
