import type { Transaction } from "@/db/client";
import { topicsForIntent } from "@/db/queries/case-topics";
import { type CaseAnswer, viewCases } from "@/db/queries/case-view";
import { findCase } from "@/db/queries/cases";
import { readCommits } from "@/db/queries/evidence";
import { isMadeBy } from "@/db/queries/keys";
import { type LockedCase, lockCase } from "@/db/queries/lock-cases";
import { insertNote } from "@/db/queries/notes";
import { approveProposal, refuseProposal } from "@/db/queries/settle-case";
import { readVerdict, type VerdictRow } from "@/db/queries/verdicts";
import { caseNotFound } from "@/domain/case-errors";
import { caseScopeOf } from "@/domain/case-scope";
import { notOverruled, whyNotOverEvidence } from "@/domain/committed-evidence";
import { conflictError, forbiddenError } from "@/domain/errors";
import { instantFromDate } from "@/domain/instant";
import type { Caller } from "@/domain/permissions";
import { rule, whyNotAbsent } from "@/domain/verdict";
import type { ServiceContext } from "../context";
import { publishTopics } from "../publish";
import { saidBy } from "../said";

export type ApproveVerdictInput = {
  case_id: string;
  verdict_id: string;
  agree: boolean;
  note: string | null;
};

/**
 * The second person's answer to a proposal: agreed, it settles the case with the directive that is right
 * now; refused, the case is open again. The same agreement again answers the same.
 * Throws `forbidden` for a key, `case_not_found`, `second_person_required` for who proposed it,
 * `proposal_not_current`, `effect_may_still_land` when the key protected only until meanwhile, and
 * `evidence_says_committed` when the proposal leaves some that it does not overrule.
 */
export async function approveVerdict(ctx: ServiceContext, input: ApproveVerdictInput): Promise<CaseAnswer> {
  if (ctx.caller.kind !== "person") throw forbiddenError();
  const now = instantFromDate(ctx.now()).iso;
  const scope = caseScopeOf(ctx.caller);
  const note = saidBy(ctx).text(input.note);
  const view = await ctx.db.transaction(async (tx) => {
    const found = await lockCase(tx, scope, input.case_id);
    if (found === null) throw caseNotFound();
    const verdict = await readVerdict(tx, input.verdict_id);
    if (!isRepeat(found, verdict, input, ctx.caller.id)) {
      const proposal = currentProposal(found, verdict);
      if (await isProposers(tx, proposal, ctx.caller)) throw secondPersonRequired(proposal);
      if (input.agree) await assertOverruled(tx, proposal);
      if (input.agree)
        await approveProposal(tx, found, proposal, rulingOf(found, proposal, now), ctx.caller, now);
      else await refuseProposal(tx, found, proposal, ctx.caller, now);
      if (note !== null)
        await insertNote(tx, {
          ...{ case_id: found.case_id, kind: input.agree ? "note" : "disagreement", text: note },
          ...{ by: ctx.caller, now },
        });
    }
    const row = await findCase(tx, scope, found.case_id);
    return row === null ? undefined : (await viewCases(tx, [row], { caller: ctx.caller, now }))[0];
  });
  if (view === undefined) throw caseNotFound();
  publishTopics(ctx, topicsForIntent(view));
  return view;
}

function isRepeat(
  found: LockedCase,
  verdict: VerdictRow | null,
  input: ApproveVerdictInput,
  approver_id: string,
): boolean {
  return input.agree && found.verdict_id === input.verdict_id && verdict?.approved_by_id === approver_id;
}

function currentProposal(found: LockedCase, verdict: VerdictRow | null): VerdictRow {
  if (verdict === null || found.proposal_id !== verdict.verdict_id)
    throw conflictError("proposal_not_current", "This verdict no longer waits for a second person.", {
      hint: "Read the case again: it was decided, or something new voided the proposal.",
      details: { state: found.state, verdict_id: found.verdict_id ?? found.proposal_id },
    });
  return verdict;
}

/** Whether they proposed it, themselves or by a key they made: two pairs of eyes are two people's. */
async function isProposers(tx: Transaction, proposal: VerdictRow, approver: Caller): Promise<boolean> {
  if (proposal.by_id === approver.id) return true;
  return proposal.by_kind === "key" && isMadeBy(tx, proposal.by_id, approver);
}

const secondPersonRequired = (proposal: VerdictRow) =>
  conflictError("second_person_required", "Another person than who proposed it has to agree.", {
    hint: "Who made the key that proposed it counts as who proposed it.",
    details: { by: proposal.by },
  });

/** What is attached voids a proposal; what may merely belong to the case does not, and may have come since. */
async function assertOverruled(tx: Transaction, proposal: VerdictRow): Promise<void> {
  const commits = (await readCommits(tx, [proposal.case_id])).get(proposal.case_id) ?? [];
  const left = notOverruled(commits, proposal.overrules);
  const { verdict, by_kind } = proposal;
  const why = whyNotOverEvidence(left, { verdict, overrules: [], by_kind });
  if (why !== null) throw why;
}

/** What held when it was proposed may not hold any more: the key's life goes on while a proposal waits. */
function rulingOf(found: LockedCase, proposal: VerdictRow, now: string) {
  const key = { key_expires_at: found.key_expires_at, key_reused: found.flags.includes("key_reused") };
  const tooEarly =
    proposal.verdict === "absent" ? whyNotAbsent(key, found.safe_after, proposal.observed_at, now) : null;
  if (tooEarly !== null) throw tooEarly;
  return rule(proposal.verdict, key, now);
}
