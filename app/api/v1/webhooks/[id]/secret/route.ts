import { idParams } from "@/lib/contract/access";
import { rotation, type WebhookWithSecret, webhookWithSecret } from "@/lib/contract/webhooks";
import { defineRoute } from "@/lib/http/define-route";
import { rotateWebhookSecret } from "@/lib/services/webhooks/rotate-webhook-secret";

export const POST = defineRoute({
  operation: "rotateWebhookSecret",
  summary: "Makes a new secret; the old one signs as well for a while.",
  answers: webhookWithSecret,
  capability: "settings.manage",
  params: idParams,
  body: rotation,
  handle: async ({ ctx, params, body }) =>
    (await rotateWebhookSecret(ctx, { ...params, ...body })) satisfies WebhookWithSecret,
});
