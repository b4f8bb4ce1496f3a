import { thisCase } from "@/db/queries/case-scope";
import type { CaseAnswer } from "@/db/queries/case-view";
import { wakeCases } from "@/db/queries/snooze";
import { changeCase } from "../change-case";
import type { ServiceContext } from "../context";

/** Ends a snooze before its time; doing it again changes nothing. Throws `case_not_found`. */
export function wakeCase(ctx: ServiceContext, input: { case_id: string }): Promise<CaseAnswer> {
  return changeCase(
    ctx,
    input.case_id,
    async ({ tx, scope, case_id, now }) => {
      const rows = await wakeCases(tx, thisCase(scope, case_id), { by: ctx.caller, now });
      return rows.length === 0 ? null : [];
    },
    async () => {},
  );
}
