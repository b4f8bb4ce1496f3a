import type { Transaction } from "@/db/client";
import { topicsForIntent } from "@/db/queries/case-topics";
import { type CaseAnswer, viewCases } from "@/db/queries/case-view";
import { findCase } from "@/db/queries/cases";
import { hadClaim } from "@/db/queries/claims";
import { readCommits } from "@/db/queries/evidence";
import { readFindings } from "@/db/queries/findings";
import { type LockedCase, lockCase } from "@/db/queries/lock-cases";
import { proposeVerdict, settleCase } from "@/db/queries/settle-case";
import { requestHash } from "@/db/queries/settle-cases";
import { readToolRules } from "@/db/queries/tools";
import { readVerdict, type VerdictRow } from "@/db/queries/verdicts";
import { whyNotByAttempts } from "@/domain/attempt-finding";
import { alreadySettled, awaitingSecond, caseNotFound } from "@/domain/case-errors";
import { caseScopeOf } from "@/domain/case-scope";
import { whyNotHolder } from "@/domain/claim-rules";
import { whyNotOverEvidence } from "@/domain/committed-evidence";
import { type EvidenceGiven, newestObservation, readEvidence } from "@/domain/evidence";
import { instantFromDate } from "@/domain/instant";
import { rule, type Verdict, whyNotAbsent } from "@/domain/verdict";
import type { ServiceContext } from "../context";
import { publishTopics } from "../publish";
import { saidBy, saidOfEvidence } from "../said";

export type IssueVerdictInput = {
  case_id: string;
  verdict: Verdict;
  evidence: EvidenceGiven[];
  /** Evidence that says committed, of which the person says that it does not speak of this effect. */
  overrules?: string[];
};

export type IssuedVerdict = Pick<
  VerdictRow,
  | "verdict_id"
  | "verdict"
  | "directive"
  | "retry_with"
  | "valid_until"
  | "supersedes"
  | "settled_at"
  | "overrules"
> & {
  case_id: string;
  /** `awaiting_second`: the tool asks for another person's agreement; the runtime still sees `pending`. */
  state: "settled" | "awaiting_second";
  case: CaseAnswer;
};

/**
 * Gives the verdict of a case the caller holds. The same again by the same answers the same verdict.
 * Throws `case_not_found`, `evidence_required`, `observed_in_future`, `claim_required`, `claim_expired`,
 * `claimed_by_other`, `already_settled`, `awaiting_second`, `effect_may_still_land` (with `permitted_from`),
 * `attempts_not_settled` and `verdict_contradicts_attempts` (with their `attempt_ids`), `evidence_says_committed`
 * (with the `evidence`), and `evidence_not_overruled` for ids that are no such evidence.
 */
export async function issueVerdict(ctx: ServiceContext, input: IssueVerdictInput): Promise<IssuedVerdict> {
  const now = instantFromDate(ctx.now()).iso;
  const said = saidBy(ctx);
  const given = input.evidence.map((one) => saidOfEvidence(said, one));
  const evidence = readEvidence(given, now);
  const overrules = [...new Set(input.overrules)];
  const scope = caseScopeOf(ctx.caller);
  const issued = await ctx.db.transaction(async (tx) => {
    const found = await lockCase(tx, scope, input.case_id);
    if (found === null) throw caseNotFound();
    const verdict =
      (await sameAgain(ctx, tx, found, requestHash(input.verdict, evidence, overrules))) ??
      (await give(ctx, tx, found, { verdict: input.verdict, evidence, overrules, now }));
    const row = await findCase(tx, scope, found.case_id);
    const [view] = row === null ? [] : await viewCases(tx, [row], { caller: ctx.caller, now });
    if (view === undefined) throw caseNotFound();
    return answerOf(verdict, view);
  });
  said.count();
  publishTopics(ctx, topicsForIntent(issued.case));
  return issued;
}

/** The verdict that stands or waits, when it is this caller's and says the same; otherwise 409 naming it. */
async function sameAgain(
  ctx: ServiceContext,
  tx: Transaction,
  found: LockedCase,
  request_hash: string,
): Promise<VerdictRow | null> {
  const verdict_id = found.verdict_id ?? found.proposal_id;
  const verdict = verdict_id === null ? null : await readVerdict(tx, verdict_id);
  if (verdict === null) return null;
  if (verdict.by_id === ctx.caller.id && verdict.request_hash === request_hash) return verdict;
  throw found.state === "settled" ? alreadySettled(verdict, verdict.settled_at) : awaitingSecond(verdict);
}

async function give(
  ctx: ServiceContext,
  tx: Transaction,
  found: LockedCase,
  given: { verdict: Verdict; evidence: EvidenceGiven[]; overrules: string[]; now: string },
): Promise<VerdictRow> {
  const { verdict, evidence, overrules, now } = given;
  const by = ctx.caller;
  const had = await hadClaim(tx, found.case_id, found.opening, by.id);
  const notHolder = whyNotHolder(found, by.id, had, now);
  if (notHolder !== null) throw notHolder;
  const byAttempts = whyNotByAttempts(await readFindings(tx, found), verdict, found);
  if (byAttempts !== null) throw byAttempts;
  const commits = (await readCommits(tx, [found.case_id])).get(found.case_id) ?? [];
  const overEvidence = whyNotOverEvidence(commits, { verdict, overrules, by_kind: by.kind });
  if (overEvidence !== null) throw overEvidence;
  const key = { key_expires_at: found.key_expires_at, key_reused: found.flags.includes("key_reused") };
  const tooEarly =
    verdict === "absent" ? whyNotAbsent(key, found.safe_after, newestObservation(evidence), now) : null;
  if (tooEarly !== null) throw tooEarly;
  const rules = (await readToolRules(tx, found.tool === null ? [] : [found.tool]))(found.tool);
  const settle = rules.needs_second_person ? proposeVerdict : settleCase;
  return settle(tx, { found, ruling: rule(verdict, key, now), evidence, overrules, by, now });
}

function answerOf(row: VerdictRow, view: CaseAnswer): IssuedVerdict {
  const { verdict_id, verdict, directive, retry_with, valid_until, supersedes, settled_at, case_id } = row;
  return {
    ...{ verdict_id, case_id, verdict, directive, retry_with, valid_until, supersedes, settled_at },
    overrules: row.overrules,
    state: row.state === "settled" ? "settled" : "awaiting_second",
    case: view,
  };
}
