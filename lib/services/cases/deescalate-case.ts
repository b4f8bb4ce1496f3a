import type { CaseAnswer } from "@/db/queries/case-view";
import { deescalateRow } from "@/db/queries/escalations";
import { changeCase } from "../change-case";
import type { ServiceContext } from "../context";

/** Takes an escalation back; doing it again changes nothing. Throws `case_not_found`. */
export function deescalateCase(ctx: ServiceContext, input: { case_id: string }): Promise<CaseAnswer> {
  return changeCase(
    ctx,
    input.case_id,
    async ({ tx, scope, case_id }) => {
      const row = await deescalateRow(tx, scope, case_id, ctx.caller);
      return row === null ? null : [];
    },
    async () => {},
  );
}
