import { recordAudit } from "@/db/queries/audit";
import { findCase } from "@/db/queries/cases";
import { insertWatch } from "@/db/queries/watches";
import { caseNotFound } from "@/domain/case-errors";
import { caseScopeOf } from "@/domain/case-scope";
import { forbiddenError } from "@/domain/errors";
import { instantFromDate } from "@/domain/instant";
import type { ServiceContext } from "../context";

/**
 * The caller is told from now on what becomes of a case they see; doing it again changes nothing.
 * Throws `case_not_found`, and `forbidden` for a key.
 */
export async function watchCase(ctx: ServiceContext, input: { case_id: string }): Promise<void> {
  const { caller } = ctx;
  if (caller.kind !== "person") throw forbiddenError();
  await ctx.db.transaction(async (tx) => {
    const row = await findCase(tx, caseScopeOf(caller), input.case_id);
    if (row === null) throw caseNotFound();
    const { case_id, tenant, environment, service } = row;
    if (!(await insertWatch(tx, case_id, caller.id, instantFromDate(ctx.now()).iso))) return;
    await recordAudit(tx, {
      ...{ actor: caller, action: "case.watched", subject_kind: "case", subject_id: case_id },
      ...{ tenant, environment, service },
    });
  });
}
