import { idParams } from "@/lib/contract/access";
import { type Webhook, webhook, webhookChange } from "@/lib/contract/webhooks";
import { defineRoute } from "@/lib/http/define-route";
import { changeWebhook } from "@/lib/services/webhooks/change-webhook";
import { readWebhook } from "@/lib/services/webhooks/read-webhook";
import { removeWebhook } from "@/lib/services/webhooks/remove-webhook";

export const GET = defineRoute({
  operation: "readWebhook",
  summary: "One webhook with its state.",
  answers: webhook,
  capability: "settings.manage",
  params: idParams,
  handle: async ({ ctx, params }) => (await readWebhook(ctx, params)) satisfies Webhook,
});

export const PATCH = defineRoute({
  operation: "changeWebhook",
  summary: "Changes a webhook; what is left out stays.",
  answers: webhook,
  capability: "settings.manage",
  params: idParams,
  body: webhookChange,
  handle: async ({ ctx, params, body }) =>
    (await changeWebhook(ctx, { ...body, ...params })) satisfies Webhook,
});

export const DELETE = defineRoute({
  operation: "removeWebhook",
  summary: "Removes a webhook; nothing more is sent there.",
  answers: null,
  capability: "settings.manage",
  params: idParams,
  handle: ({ ctx, params }) => removeWebhook(ctx, params),
});
