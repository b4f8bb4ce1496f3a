import { recordAudit } from "@/db/queries/audit";
import { retryFailed } from "@/db/queries/deliveries";
import { findSubscription } from "@/db/queries/subscriptions";
import { instantFromDate } from "@/domain/instant";
import { assertUnconfined } from "../change-subscription";
import type { ServiceContext } from "../context";
import { DELIVERIES_TOPIC } from "../send-delivery";
import { webhookNotFound } from "../webhook-view";

/** So many at a time: a receiver that comes back is not buried. */
const RESEND_LIMIT = 1_000;

/**
 * Puts what failed since then back to the first try of its schedule, the oldest first. `more`: ask again.
 * Throws `webhook_not_found`, `forbidden`.
 */
export async function resendFailedDeliveries(
  ctx: ServiceContext,
  input: { id: string; since: string },
): Promise<{ resent: number; more: boolean }> {
  assertUnconfined(ctx);
  const now = instantFromDate(ctx.now()).iso;
  const outcome = await ctx.db.transaction(async (tx) => {
    const row = await findSubscription(tx, input.id);
    if (row === null) throw webhookNotFound();
    const outcome = await retryFailed(tx, input.id, input.since, RESEND_LIMIT, now);
    await recordAudit(tx, {
      actor: ctx.caller,
      action: "webhook.failed_resent",
      subject_kind: "webhook",
      subject_id: input.id,
      details: { name: row.name, since: input.since, resent: outcome.resent },
    });
    return outcome;
  });
  ctx.hub.publish(DELIVERIES_TOPIC);
  return outcome;
}
