import { listSubscriptions } from "@/db/queries/subscriptions";
import { assertUnconfined } from "../change-subscription";
import type { ServiceContext } from "../context";
import { viewWebhook, type WebhookAnswer } from "../webhook-view";

/** All webhooks by name, never with a secret. Throws `forbidden` to who is confined. */
export async function listWebhooks(ctx: ServiceContext): Promise<WebhookAnswer[]> {
  assertUnconfined(ctx);
  return (await listSubscriptions(ctx.db)).map((row) => viewWebhook(ctx, row));
}
