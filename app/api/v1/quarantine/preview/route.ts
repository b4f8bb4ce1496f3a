import { newReplay, type ReplayPreview, replayPreview } from "@/lib/contract/replays";
import { defineRoute } from "@/lib/http/define-route";
import { previewReplay } from "@/lib/services/quarantine/preview-replay";

/** 100,000 ids are some 1 MB. */
const MAX_BODY_BYTES = 2 * 1024 * 1024;

export const POST = defineRoute({
  operation: "previewReplay",
  summary: "What a mapping would make of chosen items, and what their door would say; nothing is stored.",
  answers: replayPreview,
  capability: "quarantine.manage",
  body: newReplay,
  maxBodyBytes: MAX_BODY_BYTES,
  handle: async ({ ctx, body }) => (await previewReplay(ctx, body)) satisfies ReplayPreview,
});
