import { topicsForIntent } from "@/db/queries/case-topics";
import { findCase } from "@/db/queries/cases";
import { giveBackRow } from "@/db/queries/claims";
import { caseNotFound } from "@/domain/case-errors";
import { caseScopeOf } from "@/domain/case-scope";
import { claimedByOther, isHeld } from "@/domain/claim-rules";
import { instantFromDate } from "@/domain/instant";
import type { ServiceContext } from "../context";
import { publishTopics } from "../publish";

/**
 * Gives back the caller's claim; doing it again changes nothing.
 * Throws `case_not_found`, `claimed_by_other` when somebody else holds the case.
 */
export async function giveBackCase(ctx: ServiceContext, input: { case_id: string }): Promise<void> {
  const now = instantFromDate(ctx.now()).iso;
  const scope = caseScopeOf(ctx.caller);
  const given = await ctx.db.transaction((tx) => giveBackRow(tx, scope, input.case_id, ctx.caller, now));
  const row = await findCase(ctx.db, scope, input.case_id);
  if (row === null) throw caseNotFound();
  if (given) publishTopics(ctx, topicsForIntent(row));
  else if (isHeld(row, now) && row.claimed_by_id !== ctx.caller.id) throw claimedByOther(row);
}
