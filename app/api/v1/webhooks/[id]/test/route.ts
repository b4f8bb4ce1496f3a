import { idParams } from "@/lib/contract/access";
import { testedWebhook } from "@/lib/contract/webhooks";
import { defineRoute } from "@/lib/http/define-route";
import { testWebhook } from "@/lib/services/webhooks/test-webhook";

/** 200 whatever the receiver said: what came of it is the answer. */
export const POST = defineRoute({
  operation: "testWebhook",
  summary: "Sends a test message, now; 200 whatever the receiver said.",
  answers: testedWebhook,
  capability: "settings.manage",
  params: idParams,
  handle: ({ ctx, params }) => testWebhook(ctx, params),
});
