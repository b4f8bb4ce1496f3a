import { unassignCases } from "@/db/queries/assignments";
import { thisCase } from "@/db/queries/case-scope";
import type { CaseAnswer } from "@/db/queries/case-view";
import { changeCase } from "../change-case";
import type { ServiceContext } from "../context";

/** Asks nobody to see to the case any more; doing it again changes nothing. Throws `case_not_found`. */
export function unassignCase(ctx: ServiceContext, input: { case_id: string }): Promise<CaseAnswer> {
  return changeCase(
    ctx,
    input.case_id,
    async ({ tx, scope, case_id, now }) => {
      const rows = await unassignCases(tx, thisCase(scope, case_id), { by: ctx.caller, now });
      return rows.length === 0 ? null : [];
    },
    async () => {},
  );
}
