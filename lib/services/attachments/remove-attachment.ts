import { findAttachment, removeAttachmentRow } from "@/db/queries/attachments";
import { recordAudit } from "@/db/queries/audit";
import { topicsForIntent } from "@/db/queries/case-topics";
import { findCase } from "@/db/queries/cases";
import { caseNotFound } from "@/domain/case-errors";
import { caseScopeOf } from "@/domain/case-scope";
import { forbiddenError, notFoundError } from "@/domain/errors";
import { instantFromDate } from "@/domain/instant";
import { may } from "@/domain/permissions";
import type { ServiceContext } from "../context";
import { publishTopics } from "../publish";

/**
 * Takes the content of a file away, one's own or, for an admin, anybody's; that it was there stays on record. Doing it
 * again changes nothing. Throws `case_not_found`, `attachment_not_found`, `forbidden`.
 */
export async function removeAttachment(
  ctx: ServiceContext,
  input: { case_id: string; attachment_id: string },
): Promise<void> {
  const { caller } = ctx;
  if (caller.kind !== "person") throw forbiddenError();
  const row = await findCase(ctx.db, caseScopeOf(caller), input.case_id);
  if (row === null) throw caseNotFound();
  const by_id = may(caller, "settings.manage") ? null : caller.id;
  const removed = await ctx.db.transaction(async (tx) => {
    const now = instantFromDate(ctx.now()).iso;
    const removed = await removeAttachmentRow(tx, { ...input, by_id }, caller.name, now);
    if (removed === null) {
      const file = await findAttachment(tx, row, input.attachment_id);
      if (file === null) throw notFoundError("attachment_not_found", "There is no such file.");
      if (file.removed_at === null) throw forbiddenError();
      return false;
    }
    const { case_id, tenant, environment, service } = row;
    const { attachment_id, name, sha256 } = removed;
    await recordAudit(tx, {
      ...{ actor: caller, action: "case.attachment_removed", subject_kind: "case", subject_id: case_id },
      ...{ tenant, environment, service },
      details: { attachment_id, name, sha256 },
    });
    return true;
  });
  if (removed) publishTopics(ctx, topicsForIntent(row));
}
