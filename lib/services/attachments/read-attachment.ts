import { type AttachmentRow, findAttachment, readAttachmentPiece } from "@/db/queries/attachments";
import { findCase } from "@/db/queries/cases";
import { caseNotFound } from "@/domain/case-errors";
import { caseScopeOf } from "@/domain/case-scope";
import { forbiddenError, notFoundError } from "@/domain/errors";
import type { ServiceContext } from "../context";

/** Small enough that many downloads at once cost little, large enough that each takes few round trips. */
const PIECE_BYTES = 1024 * 1024;

export type AttachmentContent = { file: AttachmentRow; pieces: AsyncGenerator<Uint8Array> };

/**
 * A file of a case the caller sees, its content piece by piece.
 * Throws `case_not_found`, `attachment_not_found`, `attachment_removed`, and `forbidden` for a key.
 */
export async function readAttachment(
  ctx: ServiceContext,
  input: { case_id: string; attachment_id: string },
): Promise<AttachmentContent> {
  if (ctx.caller.kind !== "person") throw forbiddenError();
  const row = await findCase(ctx.db, caseScopeOf(ctx.caller), input.case_id);
  if (row === null) throw caseNotFound();
  const file = await findAttachment(ctx.db, row, input.attachment_id);
  if (file === null) throw notFoundError("attachment_not_found", "There is no such file.");
  if (file.removed_at !== null)
    throw notFoundError("attachment_removed", "The content of this file was taken away.", {
      details: { removed_at: file.removed_at, removed_by: file.removed_by },
    });
  return { file, pieces: piecesOf(ctx, file) };
}

async function* piecesOf({ db }: ServiceContext, file: AttachmentRow): AsyncGenerator<Uint8Array> {
  for (let offset = 0; offset < file.byte_count; offset += PIECE_BYTES) {
    const piece = await readAttachmentPiece(db, file.attachment_id, offset, PIECE_BYTES);
    if (piece === null) throw new Error("the file was taken away while it was being read");
    yield piece;
  }
}
