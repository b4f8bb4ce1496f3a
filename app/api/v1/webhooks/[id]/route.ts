import { idParams } from "@/lib/contract/access";
import { type Webhook, webhookChange } from "@/lib/contract/webhooks";
import { defineRoute } from "@/lib/http/define-route";
import { changeWebhook } from "@/lib/services/webhooks/change-webhook";
import { readWebhook } from "@/lib/services/webhooks/read-webhook";
import { removeWebhook } from "@/lib/services/webhooks/remove-webhook";

export const GET = defineRoute({
  capability: "settings.manage",
  params: idParams,
  handle: async ({ ctx, params }) => (await readWebhook(ctx, params)) satisfies Webhook,
});

export const PATCH = defineRoute({
  capability: "settings.manage",
  params: idParams,
  body: webhookChange,
  handle: async ({ ctx, params, body }) =>
    (await changeWebhook(ctx, { ...body, ...params })) satisfies Webhook,
});

export const DELETE = defineRoute({
  capability: "settings.manage",
  params: idParams,
  handle: ({ ctx, params }) => removeWebhook(ctx, params),
});
