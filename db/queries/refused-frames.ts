import type { Database } from "@/db/client";
import { runNamed } from "@/db/driver";
import { instantFromPostgres } from "@/domain/instant";
import type { Confinement } from "@/domain/permissions";
import type { RefusedFrames } from "@/domain/refused-frames";
import { confineText } from "./confined-text";

const READ_MOST = 20;

/**
 * Frames under this reference that were refused at the door and not sent again since, newest first; never their payload.
 * By `quarantine_by_reference`.
 */
export async function readRefusedFrames(
  db: Database,
  reference: string,
  confinement: Confinement,
): Promise<RefusedFrames[]> {
  const { condition, parameters } = confineText(confinement, "q", 2);
  const rows = await runNamed<RefusedFrames>(
    db,
    `select q.reason, q.detail, q.last_received_at::text as received_at, q.event_id, q.tool, q.tenant
    from quarantine q
    where q.reference = $1::text and q.door = 'frames' and q.state <> 'replayed'${condition}
    order by q.last_received_at desc limit ${READ_MOST}`,
    [reference, ...parameters],
  );
  return rows.map((row) => ({ ...row, received_at: instantFromPostgres(row.received_at) }));
}
