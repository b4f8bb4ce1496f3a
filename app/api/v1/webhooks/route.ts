import {
  newWebhook,
  type WebhookList,
  type WebhookWithSecret,
  webhookList,
  webhookWithSecret,
} from "@/lib/contract/webhooks";
import { defineRoute } from "@/lib/http/define-route";
import { createWebhook } from "@/lib/services/webhooks/create-webhook";
import { listWebhooks } from "@/lib/services/webhooks/list-webhooks";

export const GET = defineRoute({
  operation: "listWebhooks",
  summary: "All webhooks; never a secret.",
  answers: webhookList,
  capability: "settings.manage",
  handle: async ({ ctx }) => ({ items: await listWebhooks(ctx), next_cursor: null }) satisfies WebhookList,
});

export const POST = defineRoute({
  operation: "createWebhook",
  summary: "Makes a webhook; its secret is shown only in this answer.",
  answers: webhookWithSecret,
  capability: "settings.manage",
  body: newWebhook,
  handle: async ({ ctx, body }) => (await createWebhook(ctx, body)) satisfies WebhookWithSecret,
});
