import { recordAudit } from "@/db/queries/audit";
import { readConflict } from "@/db/queries/case-conflict";
import type { CaseAnswer } from "@/db/queries/case-view";
import { hadClaim } from "@/db/queries/claims";
import { type Finding, notAttemptsOf, recordFindingRows } from "@/db/queries/findings";
import { lockCase } from "@/db/queries/lock-cases";
import { attemptNotOfCase } from "@/domain/attempt-finding";
import { caseNotFound } from "@/domain/case-errors";
import { whyNotHolder } from "@/domain/claim-rules";
import { changeCase } from "../change-case";
import type { ServiceContext } from "../context";
import { saidBy } from "../said";

/**
 * Says what was found of single attempts of a case the caller holds; it can be corrected until the verdict. The same
 * again changes nothing. Throws `case_not_found`, `attempt_not_of_case`, `claim_required`, `claim_expired`,
 * `claimed_by_other`, `already_settled`, `awaiting_second`.
 */
export async function recordFindings(
  ctx: ServiceContext,
  input: Finding & { case_id: string },
): Promise<CaseAnswer> {
  const { case_id, ...given } = input;
  const said = saidBy(ctx);
  const finding = { ...given, external_id: said.name(given.external_id), note: said.text(given.note) };
  const by = ctx.caller;
  const view = await changeCase(
    ctx,
    case_id,
    async ({ tx, scope, now }) => {
      const held = await lockCase(tx, scope, case_id);
      if (held === null) throw caseNotFound();
      const conflict = await readConflict(tx, held, by.id, now);
      if (conflict !== null) throw conflict;
      const had = await hadClaim(tx, case_id, held.opening, by.id);
      const notHolder = whyNotHolder(held, by.id, had, now);
      if (notHolder !== null) throw notHolder;
      const strangers = await notAttemptsOf(tx, case_id, finding.attempt_ids);
      if (strangers.length > 0) throw attemptNotOfCase(strangers);
      const attempt_ids = await recordFindingRows(tx, held, finding, by, now);
      if (attempt_ids.length === 0) return null;
      const { tenant, environment, service } = held;
      const { found, external_id } = finding;
      await recordAudit(tx, {
        ...{ actor: by, action: "case.attempts_found", subject_kind: "case", subject_id: case_id },
        ...{ tenant, environment, service },
        details: { attempt_ids, found, external_id },
      });
      return [];
    },
    async () => {},
  );
  said.count();
  return view;
}
