import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { attachments } from "@/db/schema/attachments";
import type { CaseRow } from "./lock-cases";
import { lockShards } from "./shard-locks";

export type AttachmentRow = Omit<typeof attachments.$inferSelect, "content">;
export type NewAttachment = Omit<typeof attachments.$inferInsert, "removed_at" | "removed_by" | "content"> & {
  content: Buffer;
};

/** Everything but the content: lists and answers never carry it. */
const COLUMNS = {
  attachment_id: attachments.attachment_id,
  case_id: attachments.case_id,
  name: attachments.name,
  media_type: attachments.media_type,
  byte_count: attachments.byte_count,
  sha256: attachments.sha256,
  by: attachments.by,
  by_id: attachments.by_id,
  created_at: attachments.created_at,
  removed_at: attachments.removed_at,
  removed_by: attachments.removed_by,
};

const MOST_LISTED = 500;

/** The files of a case, also those that were taken away, oldest first; of very many the newest. */
export async function listAttachmentRows(
  db: Database | Transaction,
  case_id: string,
): Promise<AttachmentRow[]> {
  const newest = await db
    .select(COLUMNS)
    .from(attachments)
    .where(eq(attachments.case_id, case_id))
    .orderBy(desc(attachments.created_at), desc(attachments.attachment_id))
    .limit(MOST_LISTED);
  return newest.reverse();
}

/** Lets files be added to a case one after another, so that its limits hold; the case itself stays free. */
export function lockAttachments(tx: Transaction, case_id: string): Promise<void> {
  return lockShards(tx, "attachments", [case_id], "alone");
}

/** How many files a case has, and of how many bytes together. */
export async function sumAttachments(
  tx: Transaction,
  case_id: string,
): Promise<{ count: number; byte_count: number }> {
  const [sum] = await tx
    .select({
      count: sql<number>`count(*)::int`,
      byte_count: sql<number>`coalesce(sum(${attachments.byte_count}), 0)::int`,
    })
    .from(attachments)
    .where(present(case_id));
  return sum ?? { count: 0, byte_count: 0 };
}

/** The same file that this person added before and nobody took away. */
export async function findSameAttachment(
  tx: Transaction,
  { case_id, name, sha256, by_id }: Pick<NewAttachment, "case_id" | "name" | "sha256" | "by_id">,
): Promise<AttachmentRow | null> {
  const same = and(present(case_id), eq(attachments.sha256, sha256), eq(attachments.name, name));
  const rows = await tx
    .select(COLUMNS)
    .from(attachments)
    .where(and(same, eq(attachments.by_id, by_id)));
  return rows[0] ?? null;
}

const present = (case_id: string): SQL | undefined =>
  and(eq(attachments.case_id, case_id), isNull(attachments.removed_at));

export async function insertAttachment(tx: Transaction, file: NewAttachment): Promise<AttachmentRow> {
  const [row] = await tx.insert(attachments).values(file).returning(COLUMNS);
  if (row === undefined) throw new Error("the insert of an attachment returned no row");
  return row;
}

/** One file of a case that the caller was found to see. */
export async function findAttachment(
  db: Database | Transaction,
  { case_id }: Pick<CaseRow, "case_id">,
  attachment_id: string,
): Promise<AttachmentRow | null> {
  const rows = await db
    .select(COLUMNS)
    .from(attachments)
    .where(and(eq(attachments.case_id, case_id), eq(attachments.attachment_id, attachment_id)));
  return rows[0] ?? null;
}

/** A piece of a file's content; null once it was taken away. Pieces bound the memory of a download. */
export async function readAttachmentPiece(
  db: Database,
  attachment_id: string,
  offset: number,
  length: number,
): Promise<Uint8Array | null> {
  const rows = await db
    .select({
      piece: sql<Uint8Array | null>`substring(${attachments.content} from ${offset + 1} for ${length})`,
    })
    .from(attachments)
    .where(eq(attachments.attachment_id, attachment_id));
  return rows[0]?.piece ?? null;
}

/** Takes the content of a file away, once; that it was there stays. `by_id`: only their own. */
export async function removeAttachmentRow(
  tx: Transaction,
  file: { case_id: string; attachment_id: string; by_id: string | null },
  by: string,
  now: string,
): Promise<AttachmentRow | null> {
  const rows = await tx
    .update(attachments)
    .set({ content: null, removed_at: now, removed_by: by })
    .where(
      and(
        present(file.case_id),
        eq(attachments.attachment_id, file.attachment_id),
        file.by_id === null ? undefined : eq(attachments.by_id, file.by_id),
      ),
    )
    .returning(COLUMNS);
  return rows[0] ?? null;
}
