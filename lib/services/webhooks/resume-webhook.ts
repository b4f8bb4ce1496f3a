import { resumeSubscription } from "@/db/queries/subscriptions";
import { instantFromDate } from "@/domain/instant";
import { changeSubscriptionRow } from "../change-subscription";
import type { ServiceContext } from "../context";
import type { WebhookAnswer } from "../webhook-view";

/**
 * Sends again, what waited first; also after the receiver had turned itself off. Doing it again changes
 * nothing. Throws `webhook_not_found`, `forbidden`.
 */
export function resumeWebhook(ctx: ServiceContext, input: { id: string }): Promise<WebhookAnswer> {
  const now = instantFromDate(ctx.now()).iso;
  return changeSubscriptionRow(ctx, {
    subscription_id: input.id,
    action: "webhook.resumed",
    write: (tx) => resumeSubscription(tx, input.id, now),
  });
}
