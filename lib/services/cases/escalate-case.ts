import { assignCases } from "@/db/queries/assignments";
import { thisCase } from "@/db/queries/case-scope";
import type { CaseAnswer } from "@/db/queries/case-view";
import { findCase } from "@/db/queries/cases";
import { escalateRow, isEscalatedFor } from "@/db/queries/escalations";
import { lockCase } from "@/db/queries/lock-cases";
import { tellOfCases } from "@/db/queries/notices";
import { cannotBeAssigned } from "@/domain/assignment";
import { caseNotFound } from "@/domain/case-errors";
import { TOLD_TEXT_MOST } from "@/domain/notice-kinds";
import { type CaseWork, changeCase, refuseWork } from "../change-case";
import type { ServiceContext } from "../context";
import { saidBy } from "../said";

export type EscalateInput = { case_id: string; reason: string; assign_to?: string | undefined };

/**
 * Asks for another pair of eyes: the caller's own claim and a snooze end, the reason becomes a note, take-next gives the
 * case to anybody else. Who follows it is told, and who is asked to see to it. The same again counts once.
 * Throws `case_not_found`, `claimed_by_other`, `already_settled`, `awaiting_second`, `cannot_be_assigned`.
 */
export async function escalateCase(ctx: ServiceContext, input: EscalateInput): Promise<CaseAnswer> {
  const { case_id } = input;
  const said = saidBy(ctx);
  const reason = said.text(input.reason);
  const view = await changeCase(
    ctx,
    case_id,
    async (work) => {
      const { tx, scope, now } = work;
      // Held from here on: of two clicks the second finds what the first did.
      const found = await lockCase(tx, scope, case_id);
      if (found === null) throw caseNotFound();
      if (await isEscalatedFor(tx, found, ctx.caller.id, reason)) return null;
      const row = await escalateRow(tx, scope, { case_id, reason, by: ctx.caller, now });
      if (row === null) return null;
      if (input.assign_to !== undefined) await assign(ctx, work, input.assign_to);
      return tellEscalated(ctx, work, { ...input, reason });
    },
    async (work, row) => {
      const same = await isEscalatedFor(work.tx, row, ctx.caller.id, reason);
      if (!same || row.state !== "open") await refuseWork(ctx, work, row);
    },
  );
  said.count();
  return view;
}

/** Throws unless the person sees to the case from here on. */
async function assign(
  ctx: ServiceContext,
  { tx, scope, case_id, now }: CaseWork,
  person_id: string,
): Promise<void> {
  const rows = await assignCases(tx, thisCase(scope, case_id), person_id, { by: ctx.caller, now });
  if (rows.length > 0) return;
  const row = await findCase(tx, scope, case_id);
  if (row?.assigned_to_id !== person_id) throw cannotBeAssigned("assign_to", person_id);
}

/** One notice each, also for who was just assigned: that they are is part of it. */
async function tellEscalated(
  ctx: ServiceContext,
  { tx, case_id, now }: CaseWork,
  { reason, assign_to }: EscalateInput,
): Promise<string[]> {
  const text = reason.slice(0, TOLD_TEXT_MOST);
  const told = [{ case_id, data: { text, ...(assign_to !== undefined && { assigned_to_id: assign_to }) } }];
  return tellOfCases(tx, {
    ...{ kind: "escalated", told, by: ctx.caller, now },
    ...{ to: assign_to === undefined ? [] : [assign_to], followers: true },
  });
}
