import type { SubscriptionRow } from "@/db/queries/subscriptions";
import { notFoundError } from "@/domain/errors";
import { addSeconds, instantFromDate } from "@/domain/instant";
import { FAILING_AFTER_SECONDS, type WebhookState } from "@/domain/webhook";
import type { ServiceContext } from "./context";

export type WebhookAnswer = SubscriptionRow & { state: WebhookState; failing: boolean };

/** A subscription as it is answered, with what its times mean now. */
export function viewWebhook(ctx: Pick<ServiceContext, "now">, row: SubscriptionRow): WebhookAnswer {
  const longAgo = addSeconds(instantFromDate(ctx.now()).iso, -FAILING_AFTER_SECONDS);
  const state = row.disabled_at !== null ? "disabled" : row.paused_at !== null ? "paused" : "active";
  return { ...row, state, failing: row.failing_since !== null && row.failing_since <= longAgo };
}

export const webhookNotFound = () => notFoundError("webhook_not_found", "There is no such webhook.");
export const deliveryNotFound = () => notFoundError("delivery_not_found", "There is no such delivery.");
