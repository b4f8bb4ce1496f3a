import { idParams } from "@/lib/contract/access";
import { type Webhook, webhook } from "@/lib/contract/webhooks";
import { defineRoute } from "@/lib/http/define-route";
import { pauseWebhook } from "@/lib/services/webhooks/pause-webhook";
import { resumeWebhook } from "@/lib/services/webhooks/resume-webhook";

export const POST = defineRoute({
  operation: "pauseWebhook",
  summary: "Keeps messages waiting.",
  answers: webhook,
  capability: "settings.manage",
  params: idParams,
  handle: async ({ ctx, params }) => (await pauseWebhook(ctx, params)) satisfies Webhook,
});

/** Resumes, also after the receiver turned itself off. */
export const DELETE = defineRoute({
  operation: "resumeWebhook",
  summary: "Sends again, also after the receiver turned itself off.",
  answers: webhook,
  capability: "settings.manage",
  params: idParams,
  handle: async ({ ctx, params }) => (await resumeWebhook(ctx, params)) satisfies Webhook,
});
