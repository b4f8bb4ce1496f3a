import { findSubscription } from "@/db/queries/subscriptions";
import { assertUnconfined } from "../change-subscription";
import type { ServiceContext } from "../context";
import { viewWebhook, type WebhookAnswer, webhookNotFound } from "../webhook-view";

/** One webhook. Throws `webhook_not_found`, `forbidden` to who is confined. */
export async function readWebhook(ctx: ServiceContext, input: { id: string }): Promise<WebhookAnswer> {
  assertUnconfined(ctx);
  const row = await findSubscription(ctx.db, input.id);
  if (row === null) throw webhookNotFound();
  return viewWebhook(ctx, row);
}
