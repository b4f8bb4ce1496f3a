import { randomUUID } from "node:crypto";
import { topicsForIntent } from "@/db/queries/case-topics";
import { type CaseAnswer, viewCases } from "@/db/queries/case-view";
import { findCase } from "@/db/queries/cases";
import { evidenceContentOnCase, insertEvidence, type NewEvidence } from "@/db/queries/evidence";
import { foldEvidence } from "@/db/queries/fold-evidence";
import { type LockedCase, lockCase } from "@/db/queries/lock-cases";
import { readToolRules } from "@/db/queries/tools";
import { caseNotFound } from "@/domain/case-errors";
import { caseScopeOf } from "@/domain/case-scope";
import { type EvidenceGiven, readFinding } from "@/domain/evidence";
import { instantFromDate } from "@/domain/instant";
import type { Caller } from "@/domain/permissions";
import type { ServiceContext } from "../context";
import { publishTopics } from "../publish";
import { saidBy, saidOfEvidence } from "../said";

export type AttachEvidenceInput = EvidenceGiven & {
  case_id: string;
  /** Null: a pointer, which says nothing of the effect. */
  effect: "committed" | "absent" | null;
};

/**
 * Attaches what somebody saw, apart from a verdict, whether or not they hold the case. With an effect it weighs
 * like a machine's report, except that it never settles: who saw it can give the verdict. The same again by the
 * same counts once. Throws `case_not_found`, `evidence_required`, `observed_in_future`.
 */
export async function attachEvidence(ctx: ServiceContext, input: AttachEvidenceInput): Promise<CaseAnswer> {
  const now = instantFromDate(ctx.now()).iso;
  const { case_id, effect, ...given } = input;
  const said = saidBy(ctx);
  const seen = { ...readFinding(saidOfEvidence(said, given), now), effect };
  const scope = caseScopeOf(ctx.caller);
  const { view, isNew } = await ctx.db.transaction(async (tx) => {
    const before = await lockCase(tx, scope, case_id);
    if (before === null) throw caseNotFound();
    const item = itemOf(before, seen, ctx.caller, now);
    const isNew = (await insertEvidence(tx, [item])).size > 0;
    if (isNew) {
      const rules = (await readToolRules(tx, before.tool === null ? [] : [before.tool]))(before.tool);
      await foldEvidence(tx, { before, item, rules, actor: ctx.caller, now });
    }
    const row = await findCase(tx, scope, case_id);
    const [view] = row === null ? [] : await viewCases(tx, [row], { caller: ctx.caller, now });
    return { view, isNew };
  });
  if (view === undefined) throw caseNotFound();
  said.count();
  if (isNew) publishTopics(ctx, topicsForIntent(view));
  return view;
}

function itemOf(
  of: LockedCase,
  seen: EvidenceGiven & Pick<AttachEvidenceInput, "effect">,
  { kind, id, name }: Caller,
  now: string,
): NewEvidence {
  const { case_id, tool, idempotency_key, tenant, environment, service } = of;
  return {
    evidence_id: randomUUID(),
    ...{ case_id, tool, idempotency_key, tenant, environment, service },
    ...{ any_tenant: false, any_environment: false, any_service: false },
    ...seen,
    source: kind,
    ...{ received_at: now, attached_at: now },
    ...{ by_kind: kind, by_id: id, by: name },
    content_hash: evidenceContentOnCase(case_id, id, seen),
  };
}
