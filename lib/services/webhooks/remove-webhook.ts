import { recordAudit } from "@/db/queries/audit";
import { findSubscription, removeSubscription } from "@/db/queries/subscriptions";
import { instantFromDate } from "@/domain/instant";
import { assertUnconfined, hostOf } from "../change-subscription";
import type { ServiceContext } from "../context";
import { DELIVERIES_TOPIC } from "../send-delivery";
import { webhookNotFound } from "../webhook-view";

/**
 * Removes a webhook with its secrets. What waited is dropped; what was sent stays on its cases' pages.
 * Throws `webhook_not_found`, `forbidden`.
 */
export async function removeWebhook(ctx: ServiceContext, input: { id: string }): Promise<void> {
  assertUnconfined(ctx);
  await ctx.db.transaction(async (tx) => {
    const row = await findSubscription(tx, input.id);
    if (row === null || !(await removeSubscription(tx, input.id, instantFromDate(ctx.now()).iso)))
      throw webhookNotFound();
    await recordAudit(tx, {
      actor: ctx.caller,
      action: "webhook.removed",
      subject_kind: "webhook",
      subject_id: input.id,
      details: { name: row.name, host: hostOf(row.url), waiting: row.waiting },
    });
  });
  ctx.hub.publish(DELIVERIES_TOPIC);
}
