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
  content_hash: string;
  says_unknown: boolean;
  received_at: string;
};

/** Keeps rejected items; the same item again only counts up, so a retried batch leaves no second row. */
export async function quarantineItems(
  db: Pick<Database, "execute">,
  items: readonly QuarantineItem[],
): Promise<void> {
  if (items.length === 0) return;
  await db.execute(sql`
    insert into quarantine as q (source_id, door, reason, field, detail, reference, skeleton, tool, tenant,
      environment, service, event_id, payload, content_hash, says_unknown, received_at, last_received_at, times)
    select source_id, door, reason, min(field), min(detail), min(reference), min(skeleton), min(tool), min(tenant),
      min(environment), min(service), (min(event_id::text))::uuid, min(payload), content_hash, bool_or(says_unknown),
      min(received_at), max(received_at), count(*)
    from json_to_recordset(${JSON.stringify(items)}::text::json) as item(
      source_id int, door text, reason text, field text, detail text, reference text, skeleton text, tool text,
      tenant text, environment text, service text, event_id uuid, payload text, content_hash bigint,
      says_unknown boolean, received_at timestamptz)
    group by source_id, door, reason, content_hash
    order by source_id, door, reason, content_hash
    on conflict on constraint quarantine_item
      do update set times = q.times + excluded.times, last_received_at = excluded.last_received_at`);
}
