import { and, desc, eq, getTableColumns, sql } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { frames } from "@/db/schema/frames";
import { keptFrames } from "@/db/schema/retention";

const {
  content_hash: _hash,
  skeleton: _skeleton,
  source_id: _source,
  fingerprint: _fingerprint,
  ...shown
} = getTableColumns(frames);
/** A fingerprint is a name, not a number: it leaves as text, as no JSON number holds 64 bits. */
export type FramesRow = Omit<
  typeof frames.$inferSelect,
  "content_hash" | "skeleton" | "source_id" | "fingerprint"
> & { fingerprint: string | null };

/**
 * These records with their payload, newest first. Who may see them was decided before, by the event they
 * belong to.
 */
export function readFramesRows(
  db: Database | Transaction,
  reference: string,
  frames_ids: readonly string[],
): Promise<FramesRow[]> {
  // What cases kept of dropped partitions is read like the rest; conditions reach into both.
  const { kept_at: _keptAt, ...kept } = getTableColumns(keptFrames);
  const all = db.select().from(frames).unionAll(db.select(kept).from(keptFrames)).as("frames");
  return db
    .select({ ...shown, fingerprint: sql<string | null>`${frames.fingerprint}::text` })
    .from(all)
    .where(
      and(eq(frames.reference, reference), sql`${frames.frames_id} = any(${sql.param(frames_ids)}::uuid[])`),
    )
    .orderBy(desc(frames.captured_at), desc(frames.frames_id));
}
