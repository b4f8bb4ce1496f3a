import {
  FRAMES_EXAMPLE,
  type FramesAccepted,
  framesAccepted,
  framesReport,
  ingestQuery,
} from "@/lib/contract/ingest";
import { defineRoute } from "@/lib/http/define-route";
import { ingestAnswer } from "@/lib/http/ingest-answer";
import { readItems } from "@/lib/http/read-items";
import { attachFrames } from "@/lib/services/frames/attach-frames";

export const POST = defineRoute({
  operation: "attachFrames",
  summary: "Attaches exceptions, stack frames and arguments to references.",
  answers: { 200: framesAccepted, 207: framesAccepted, 422: framesAccepted },
  accepts: {
    item: framesReport,
    member: "frames",
    example: { reference: "err_7c1f9a", ...FRAMES_EXAMPLE },
  },
  capability: "events.report",
  query: ingestQuery,
  handle: async ({ ctx, query, request }) =>
    ingestAnswer(
      request,
      (await attachFrames(ctx, { items: await readItems(request, "frames") })) satisfies FramesAccepted,
      query.results,
    ),
});
