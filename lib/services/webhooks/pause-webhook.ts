import { pauseSubscription } from "@/db/queries/subscriptions";
import { instantFromDate } from "@/domain/instant";
import { changeSubscriptionRow } from "../change-subscription";
import type { ServiceContext } from "../context";
import type { WebhookAnswer } from "../webhook-view";

/**
 * Sends nothing more; what happens meanwhile waits. Doing it again changes nothing.
 * Throws `webhook_not_found`, `forbidden`.
 */
export function pauseWebhook(ctx: ServiceContext, input: { id: string }): Promise<WebhookAnswer> {
  const now = instantFromDate(ctx.now()).iso;
  return changeSubscriptionRow(ctx, {
    subscription_id: input.id,
    action: "webhook.paused",
    write: (tx) => pauseSubscription(tx, input.id, ctx.caller.name, now),
  });
}
