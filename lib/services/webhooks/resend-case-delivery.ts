import { findCase } from "@/db/queries/cases";
import { listCaseDeliveries } from "@/db/queries/deliveries";
import type { Try } from "@/db/queries/record-try";
import { caseNotFound } from "@/domain/case-errors";
import { caseScopeOf } from "@/domain/case-scope";
import { conflictError } from "@/domain/errors";
import type { ServiceContext } from "../context";
import { sendByHand } from "../send-by-hand";
import { deliveryNotFound } from "../webhook-view";

const LOOKED_AT = 1_000;

/**
 * Tells a receiver once more of this case, now, under the message's old id, and answers what came of it.
 * Throws `case_not_found`, `delivery_not_found`, `webhook_removed`, `delivery_under_way`, `verdict_superseded`,
 * `verdict_expired`.
 */
export async function resendCaseDelivery(
  ctx: ServiceContext,
  input: { case_id: string; delivery_id: string },
): Promise<Omit<Try, "response">> {
  const found = await findCase(ctx.db, caseScopeOf(ctx.caller), input.case_id);
  if (found === null) throw caseNotFound();
  const rows = await listCaseDeliveries(ctx.db, found.case_id, LOOKED_AT);
  const row = rows.find(({ delivery_id }) => delivery_id === input.delivery_id);
  if (row === undefined) throw deliveryNotFound();
  if (row.removed_at !== null) {
    throw conflictError(
      "webhook_removed",
      `The webhook ${row.subscription} was removed; nothing is sent there.`,
    );
  }
  const { response: _response, ...tried } = await sendByHand(ctx, row.delivery_id, {
    action: "case.resent",
    subject_kind: "case",
    subject_id: found.case_id,
    ...{ tenant: found.tenant, environment: found.environment, service: found.service },
    details: { webhook: row.subscription },
  });
  return tried;
}
