import { insertTestDelivery } from "@/db/queries/deliveries";
import type { Try } from "@/db/queries/record-try";
import { findSubscription } from "@/db/queries/subscriptions";
import { instantFromDate } from "@/domain/instant";
import { assertUnconfined } from "../change-subscription";
import type { ServiceContext } from "../context";
import { sendByHand } from "../send-by-hand";
import { webhookNotFound } from "../webhook-view";

/**
 * Sends a `webhook.test` now, once, also while the webhook is paused, and answers what came of it.
 * Throws `webhook_not_found`, `forbidden`.
 */
export async function testWebhook(
  ctx: ServiceContext,
  input: { id: string },
): Promise<Try & { delivery_id: string }> {
  assertUnconfined(ctx);
  const now = instantFromDate(ctx.now()).iso;
  const delivery_id = await ctx.db.transaction(async (tx) => {
    const row = await findSubscription(tx, input.id);
    if (row === null) throw webhookNotFound();
    const data = {
      webhook: row.name,
      requested_by: ctx.caller.name,
      message: "This is a test. Nothing happened.",
    };
    return insertTestDelivery(tx, input.id, data, now);
  });
  const fact = { action: "webhook.tested", subject_kind: "webhook", subject_id: input.id };
  return { ...(await sendByHand(ctx, delivery_id, fact)), delivery_id };
}
