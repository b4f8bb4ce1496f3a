import { thisCase } from "@/db/queries/case-scope";
import type { CaseAnswer } from "@/db/queries/case-view";
import { snoozeCases } from "@/db/queries/snooze";
import { whyNotUntil } from "@/domain/snooze";
import { changeCase, refuseWork } from "../change-case";
import type { ServiceContext } from "../context";

/**
 * Puts an open case aside until then; the caller's own claim is given up. The same again changes nothing.
 * Throws `case_not_found`, `snooze_past_deadline` (with the latest time permitted), `snooze_in_past`,
 * `claimed_by_other`, `already_settled`, `awaiting_second`.
 */
export function snoozeCase(
  ctx: ServiceContext,
  input: { case_id: string; until: string },
): Promise<CaseAnswer> {
  const { case_id, until } = input;
  return changeCase(
    ctx,
    case_id,
    async ({ tx, scope, now }) => {
      if (until <= now) return null;
      const rows = await snoozeCases(tx, thisCase(scope, case_id), until, { by: ctx.caller, now });
      return rows.length === 0 ? null : [];
    },
    async (work, row) => {
      const refusal = row.state === "open" ? whyNotUntil(until, row.deadline_at, work.now) : null;
      if (refusal !== null) throw refusal;
      if (row.snoozed_until !== until) await refuseWork(ctx, work, row);
    },
  );
}
