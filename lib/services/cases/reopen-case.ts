import { topicsForIntent } from "@/db/queries/case-topics";
import { type CaseAnswer, viewCases } from "@/db/queries/case-view";
import { findCase } from "@/db/queries/cases";
import { applyCaseChanges } from "@/db/queries/change-cases";
import { factsOf, lockCase } from "@/db/queries/lock-cases";
import { insertNote } from "@/db/queries/notes";
import { readToolRules } from "@/db/queries/tools";
import { caseNotFound } from "@/domain/case-errors";
import { reopen } from "@/domain/case-rules";
import { caseScopeOf } from "@/domain/case-scope";
import { conflictError } from "@/domain/errors";
import { instantFromDate } from "@/domain/instant";
import type { ServiceContext } from "../context";
import { publishTopics } from "../publish";
import { saidBy } from "../said";

/**
 * Opens a settled case again for a reason; its verdict no longer stands, so a runtime that has not
 * acknowledged it is refused. Throws `case_not_found`, `case_not_settled`.
 */
export async function reopenCase(
  ctx: ServiceContext,
  input: { case_id: string; reason: string },
): Promise<CaseAnswer> {
  const now = instantFromDate(ctx.now()).iso;
  const scope = caseScopeOf(ctx.caller);
  const said = saidBy(ctx);
  const reason = said.text(input.reason);
  const view = await ctx.db.transaction(async (tx) => {
    const before = await lockCase(tx, scope, input.case_id);
    if (before === null) throw caseNotFound();
    if (before.state !== "settled")
      throw conflictError("case_not_settled", "Only a settled case can be reopened.", {
        details: { state: before.state },
      });
    const rules = (await readToolRules(tx, before.tool === null ? [] : [before.tool]))(before.tool);
    const change = reopen(factsOf(before), "by_hand", { rules, now });
    await applyCaseChanges(tx, [{ before, change, opened: false }], ctx.caller, now);
    await insertNote(tx, {
      ...{ case_id: before.case_id, kind: "reopening", text: reason },
      ...{ by: ctx.caller, now },
    });
    const row = await findCase(tx, scope, before.case_id);
    return row === null ? undefined : (await viewCases(tx, [row], { caller: ctx.caller, now }))[0];
  });
  if (view === undefined) throw caseNotFound();
  said.count();
  publishTopics(ctx, topicsForIntent(view));
  return view;
}
