import { topicsForIntent } from "@/db/queries/case-topics";
import { type CaseAnswer, viewCases } from "@/db/queries/case-view";
import { findCase } from "@/db/queries/cases";
import { claimCaseRow } from "@/db/queries/claims";
import { type CaseRow, lockCase } from "@/db/queries/lock-cases";
import { readVerdict } from "@/db/queries/verdicts";
import { alreadySettled, awaitingSecond, caseNotFound } from "@/domain/case-errors";
import { caseScopeOf } from "@/domain/case-scope";
import { claimedByOther } from "@/domain/claim-rules";
import type { DomainError } from "@/domain/errors";
import { instantFromDate } from "@/domain/instant";
import type { ServiceContext } from "../context";
import { publishTopics } from "../publish";

/**
 * Takes an open case for 15 minutes, or renews the caller's claim on it. Any number may try at once: one
 * wins. Throws `case_not_found`, `claimed_by_other` (who, until when), `already_settled`, `awaiting_second`.
 */
export async function claimCase(ctx: ServiceContext, input: { case_id: string }): Promise<CaseAnswer> {
  const now = instantFromDate(ctx.now()).iso;
  const scope = caseScopeOf(ctx.caller);
  const { view, row } = await ctx.db.transaction(async (tx) => {
    const taken = await claimCaseRow(tx, scope, input.case_id, ctx.caller, now);
    const row = taken ? await findCase(tx, scope, input.case_id) : await lockCase(tx, scope, input.case_id);
    if (row === null) throw caseNotFound();
    if (!taken) throw await whyNot(row, async (id) => readVerdict(tx, id));
    const [view] = await viewCases(tx, [row], { caller: ctx.caller, now });
    return { view, row };
  });
  if (view === undefined) throw caseNotFound();
  publishTopics(ctx, topicsForIntent(row));
  return view;
}

type Given = { verdict_id: string; verdict: string; by: string; settled_at: string | null };

async function whyNot(
  row: CaseRow,
  verdictOf: (verdict_id: string) => Promise<Given | null>,
): Promise<DomainError> {
  const verdict_id = row.verdict_id ?? row.proposal_id;
  const verdict = verdict_id === null ? null : await verdictOf(verdict_id);
  if (verdict === null) return claimedByOther(row);
  return row.state === "settled" ? alreadySettled(verdict, verdict.settled_at) : awaitingSecond(verdict);
}
