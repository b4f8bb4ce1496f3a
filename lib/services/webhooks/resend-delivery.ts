import { findDelivery } from "@/db/queries/deliveries";
import type { Try } from "@/db/queries/record-try";
import { findSubscription } from "@/db/queries/subscriptions";
import { assertUnconfined } from "../change-subscription";
import type { ServiceContext } from "../context";
import { sendByHand } from "../send-by-hand";
import { deliveryNotFound, webhookNotFound } from "../webhook-view";

/**
 * Sends a message to a webhook once more, now, under its old id, and answers what came of it.
 * Throws `webhook_not_found`, `delivery_not_found`, `delivery_under_way`, `verdict_superseded`,
 * `verdict_expired`, `forbidden`.
 */
export async function resendDelivery(
  ctx: ServiceContext,
  input: { id: string; delivery_id: string },
): Promise<Try> {
  assertUnconfined(ctx);
  if ((await findSubscription(ctx.db, input.id)) === null) throw webhookNotFound();
  if ((await findDelivery(ctx.db, input.id, input.delivery_id)) === null) throw deliveryNotFound();
  const fact = { action: "webhook.resent", subject_kind: "webhook", subject_id: input.id };
  return sendByHand(ctx, input.delivery_id, fact);
}
