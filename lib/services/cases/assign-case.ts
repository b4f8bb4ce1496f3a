import { assignCases, tellAssigned } from "@/db/queries/assignments";
import { thisCase } from "@/db/queries/case-scope";
import type { CaseAnswer } from "@/db/queries/case-view";
import { cannotBeAssigned } from "@/domain/assignment";
import { changeCase, refuseWork } from "../change-case";
import type { ServiceContext } from "../context";

/**
 * Asks a person to see to a case that is not settled, whoever holds it; they are told. The same again changes nothing.
 * Throws `case_not_found`, `already_settled`, `cannot_be_assigned`.
 */
export function assignCase(
  ctx: ServiceContext,
  input: { case_id: string; person_id: string },
): Promise<CaseAnswer> {
  const { case_id, person_id } = input;
  return changeCase(
    ctx,
    case_id,
    async ({ tx, scope, now }) => {
      const assigning = { by: ctx.caller, now };
      const rows = await assignCases(tx, thisCase(scope, case_id), person_id, assigning);
      return rows.length === 0 ? null : tellAssigned(tx, rows, person_id, assigning);
    },
    async (work, row) => {
      if (row.state === "settled") await refuseWork(ctx, work, row);
      if (row.assigned_to_id !== person_id) throw cannotBeAssigned("person_id", person_id);
    },
  );
}
