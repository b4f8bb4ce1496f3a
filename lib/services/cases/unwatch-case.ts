import { recordAudit } from "@/db/queries/audit";
import { findCase } from "@/db/queries/cases";
import { deleteWatch } from "@/db/queries/watches";
import { caseNotFound } from "@/domain/case-errors";
import { caseScopeOf, confinedScope } from "@/domain/case-scope";
import { forbiddenError } from "@/domain/errors";
import type { ServiceContext } from "../context";

/**
 * The caller is no longer told what becomes of the case; doing it again changes nothing. Also when the case is out of
 * their reach by now, since the watch is theirs. Throws `case_not_found`, and `forbidden` for a key.
 */
export async function unwatchCase(ctx: ServiceContext, input: { case_id: string }): Promise<void> {
  const { caller } = ctx;
  if (caller.kind !== "person") throw forbiddenError();
  await ctx.db.transaction(async (tx) => {
    if (await deleteWatch(tx, input.case_id, caller.id)) {
      const row = await findCase(tx, confinedScope(caller), input.case_id);
      await recordAudit(tx, {
        ...{ actor: caller, action: "case.unwatched", subject_kind: "case", subject_id: input.case_id },
        ...{
          tenant: row?.tenant ?? null,
          environment: row?.environment ?? null,
          service: row?.service ?? null,
        },
      });
    } else if ((await findCase(tx, caseScopeOf(caller), input.case_id)) === null) throw caseNotFound();
  });
}
