import { type ScrubTried, scrubTrial, scrubTried } from "@/lib/contract/scrubbing";
import { defineRoute } from "@/lib/http/define-route";
import { tryScrubbing } from "@/lib/services/settings/try-scrubbing";

/** Stores nothing. */
export const POST = defineRoute({
  operation: "tryScrubbing",
  summary: "What would be stored of a text, and which kinds of rule hid how much; nothing is stored.",
  answers: scrubTried,
  capability: "settings.manage",
  body: scrubTrial,
  handle: ({ ctx, body }) => tryScrubbing(ctx, body) satisfies ScrubTried,
});
