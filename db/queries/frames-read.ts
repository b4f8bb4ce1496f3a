import { and, desc, eq, getTableColumns, sql } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { frames } from "@/db/schema/frames";

const {
  content_hash: _hash,
  skeleton: _skeleton,
  source_id: _source,
  fingerprint: _fingerprint,
  top_frame: _top,
  ...shown
} = getTableColumns(frames);
export type FramesRow = Omit<
  typeof frames.$inferSelect,
  "content_hash" | "skeleton" | "source_id" | "fingerprint"
> & { fingerprint: string | null };

const COLUMNS = sql.raw(Object.keys(getTableColumns(frames)).join(", "));
/** What cases kept of dropped partitions is read like the rest; conditions reach into both. */
const ALL_FRAMES = sql`(select ${COLUMNS} from frames union all select ${COLUMNS} from kept_frames) as frames`;

/**
 * These records with their payload, newest first. Who may see them was decided before, by the event they
 * belong to.
 */
export function readFramesRows(
  db: Database | Transaction,
  reference: string,
  frames_ids: readonly string[],
): Promise<FramesRow[]> {
  return db
    .select({ ...shown, fingerprint: sql<string | null>`${frames.fingerprint}::text` })
    .from(ALL_FRAMES)
    .where(
      and(eq(frames.reference, reference), sql`${frames.frames_id} = any(${sql.param(frames_ids)}::uuid[])`),
    )
    .orderBy(desc(frames.captured_at), desc(frames.frames_id));
}
