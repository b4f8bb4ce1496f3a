import { recordAudit } from "@/db/queries/audit";
import { topicsForIntent } from "@/db/queries/case-topics";
import { findCase } from "@/db/queries/cases";
import { insertNote, type NoteRow } from "@/db/queries/notes";
import { tellOfCases } from "@/db/queries/notices";
import { caseNotFound } from "@/domain/case-errors";
import { caseScopeOf } from "@/domain/case-scope";
import { forbiddenError } from "@/domain/errors";
import { instantFromDate } from "@/domain/instant";
import { TOLD_TEXT_MOST } from "@/domain/notice-kinds";
import type { ServiceContext } from "../context";
import { publishTopics } from "../publish";
import { saidBy } from "../said";

export type AddedNote = Omit<NoteRow, "case_id">;

/** Writes a note among people; who follows the case is told. Throws `case_not_found`, and `forbidden` for a key. */
export async function addNote(
  ctx: ServiceContext,
  input: { case_id: string; text: string },
): Promise<AddedNote> {
  if (ctx.caller.kind !== "person") throw forbiddenError();
  const now = instantFromDate(ctx.now()).iso;
  const row = await findCase(ctx.db, caseScopeOf(ctx.caller), input.case_id);
  if (row === null) throw caseNotFound();
  const { case_id, tenant, environment, service } = row;
  const text = saidBy(ctx).text(input.text);
  const { note, told } = await ctx.db.transaction(async (tx) => {
    const { case_id: _case, ...note } = await insertNote(tx, {
      ...{ case_id, kind: "note", text },
      ...{ by: ctx.caller, now },
    });
    await recordAudit(tx, {
      actor: ctx.caller,
      action: "case.noted",
      subject_kind: "case",
      subject_id: case_id,
      ...{ tenant, environment, service },
      details: { note_id: note.note_id },
    });
    const data = { text: text.slice(0, TOLD_TEXT_MOST) };
    const told = await tellOfCases(tx, {
      ...{ kind: "noted", told: [{ case_id, data }], by: ctx.caller, now },
      ...{ to: [], followers: true },
    });
    return { note, told };
  });
  publishTopics(ctx, [...topicsForIntent(row), ...told]);
  return note;
}
