import { createHash, randomUUID } from "node:crypto";
import {
  type AttachmentRow,
  findSameAttachment,
  insertAttachment,
  lockAttachments,
  sumAttachments,
} from "@/db/queries/attachments";
import { recordAudit } from "@/db/queries/audit";
import { topicsForIntent } from "@/db/queries/case-topics";
import { findCase } from "@/db/queries/cases";
import type { CaseRow } from "@/db/queries/lock-cases";
import { attachmentName, attachmentType, whyNotAttach } from "@/domain/attachment";
import { caseNotFound } from "@/domain/case-errors";
import { caseScopeOf } from "@/domain/case-scope";
import { forbiddenError } from "@/domain/errors";
import { instantFromDate } from "@/domain/instant";
import type { ServiceContext } from "../context";
import { publishTopics } from "../publish";
import { saidBy } from "../said";
import { scrubFile } from "../scrub-file";

export type SentFile = { name: string | null; media_type: string | null; content: Uint8Array };
export type AddedAttachment = Omit<AttachmentRow, "case_id">;

/**
 * Adds a file to a case the caller sees; the same file again by the same person answers the one that is there. A text is
 * stored without the credentials in it, and its size and digest are those of what is stored.
 * `read` gives the file, and is asked only once the case was found.
 * Throws `case_not_found`, `forbidden` for a key, `attachment_empty`, `too_many_attachments`, `attachments_too_large`.
 */
export async function addAttachment(
  ctx: ServiceContext,
  input: { case_id: string; read: () => Promise<SentFile> },
): Promise<AddedAttachment> {
  if (ctx.caller.kind !== "person") throw forbiddenError();
  const row = await findCase(ctx.db, caseScopeOf(ctx.caller), input.case_id);
  if (row === null) throw caseNotFound();
  const { added, isNew } = await store(ctx, row, await input.read());
  if (isNew) publishTopics(ctx, topicsForIntent(row));
  const { case_id: _case, ...answer } = added;
  return answer;
}

async function store(
  ctx: ServiceContext,
  row: CaseRow,
  sent: SentFile,
): Promise<{ added: AttachmentRow; isNew: boolean }> {
  const { case_id, tenant, environment, service } = row;
  const said = saidBy(ctx);
  const content = await scrubFile(sent.content, said);
  const file = {
    ...{ attachment_id: randomUUID(), case_id, name: attachmentName(said.text(sent.name)) },
    ...{ media_type: attachmentType(sent.media_type), byte_count: content.byteLength },
    sha256: createHash("sha256").update(content).digest("hex"),
    ...{ by: ctx.caller.name, by_id: ctx.caller.id, created_at: instantFromDate(ctx.now()).iso },
  };
  return ctx.db.transaction(async (tx) => {
    await lockAttachments(tx, case_id);
    const same = await findSameAttachment(tx, file);
    if (same !== null) return { added: same, isNew: false };
    const refusal = whyNotAttach(await sumAttachments(tx, case_id), file.byte_count);
    if (refusal !== null) throw refusal;
    const added = await insertAttachment(tx, { ...file, content });
    const { attachment_id, name, sha256, byte_count } = added;
    await recordAudit(tx, {
      ...{ actor: ctx.caller, action: "case.attached", subject_kind: "case", subject_id: case_id },
      ...{ tenant, environment, service },
      details: { attachment_id, name, sha256, byte_count },
    });
    return { added, isNew: true };
  });
}
