import { and, eq, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { audit } from "@/db/schema/audit";
import { instantFromPostgres } from "@/domain/instant";
import type { Caller } from "@/domain/permissions";
import { confine } from "./confinement";

/** Somebody who looked at frames, or at their arguments only, and when last. */
export type FrameViewer = {
  kind: Caller["kind"];
  name: string;
  at: string;
  times: number;
  view: "full" | "arguments";
};

const VIEWS_READ = 500;
const VIEWERS_SHOWN = 10;

/**
 * Who opened the frames of a reference, or of one of these events under it, the last first; from the audit, within what
 * the caller may see of it. `audit_by_subject` gives the newest in order.
 */
export async function readFrameViewers(
  db: Database,
  of: { reference: string; event_ids: readonly string[] },
  caller: Pick<Caller, "kind" | "id" | "confinement">,
): Promise<FrameViewer[]> {
  const own = and(eq(audit.actor_kind, caller.kind), eq(audit.actor_id, caller.id));
  const chosen = sql`${audit.details} ->> 'event_id'`;
  const views = db
    .select()
    .from(audit)
    .where(
      and(
        eq(audit.subject_kind, "reference"),
        eq(audit.subject_id, of.reference),
        eq(audit.action, "frames.read"),
        or(confine(caller.confinement, audit) ?? sql`true`, own),
        sql`(${chosen} is null or ${chosen} = any(${sql.param(of.event_ids)}::text[]))`,
      ),
    )
    .orderBy(sql`${audit.audit_id} desc`)
    .limit(VIEWS_READ)
    .as("view");
  const rows = await db.execute<FrameViewer>(sql`
    select actor_kind as kind, (array_agg(actor_name order by audit_id desc))[1] as name, max(at) as at,
      count(*)::int as times,
      case when bool_or(details ->> 'view' = 'full') then 'full' else 'arguments' end as view
    from ${views} group by actor_kind, actor_id order by max(audit_id) desc limit ${VIEWERS_SHOWN}`);
  return rows.map((row) => ({ ...row, at: instantFromPostgres(row.at) }));
}
