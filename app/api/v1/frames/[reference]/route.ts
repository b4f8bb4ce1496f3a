import { z } from "zod";
import { validationError } from "@/domain/errors";
import { isCarriedNumber } from "@/domain/json";
import { referenceShape } from "@/domain/reported-event";
import { type FramesAnswer, framesAnswer, framesQuery } from "@/lib/contract/frames-read";
import {
  FRAMES_EXAMPLE,
  type FramesAccepted,
  framesAccepted,
  framesReport,
  ingestQuery,
} from "@/lib/contract/ingest";
import { defineRoute } from "@/lib/http/define-route";
import { exactJson } from "@/lib/http/exact-json";
import { ingestAnswer } from "@/lib/http/ingest-answer";
import { type ReadItem, readItems } from "@/lib/http/read-items";
import { attachFrames } from "@/lib/services/frames/attach-frames";
import { readFrames } from "@/lib/services/frames/read-frames";

const params = z.object({ reference: referenceShape });

export const GET = defineRoute({
  operation: "readFrames",
  summary: "The frames of a reference; each reading is audited.",
  answers: framesAnswer,
  capability: ["frames.read", "arguments.read"],
  params,
  query: framesQuery,
  handle: async ({ ctx, params: { reference }, query }) =>
    exactJson((await readFrames(ctx, { reference, ...query })) satisfies FramesAnswer),
});

export const PUT = defineRoute({
  operation: "attachFramesTo",
  summary: "Attaches exceptions, stack frames and arguments to this reference.",
  answers: { 200: framesAccepted, 207: framesAccepted, 422: framesAccepted },
  accepts: {
    item: framesReport.partial({ reference: true }),
    member: "frames",
    example: FRAMES_EXAMPLE,
  },
  capability: "events.report",
  params,
  query: ingestQuery,
  handle: async ({ ctx, query, params: { reference }, request }) => {
    const items = (await readItems(request, "frames")).map((read) => under(reference, read));
    return ingestAnswer(
      request,
      (await attachFrames(ctx, { items })) satisfies FramesAccepted,
      query.results,
    );
  },
});

/** The record with the reference of its address; one that names another in its body is a mistake. */
function under(reference: string, read: ReadItem): ReadItem {
  const { item } = read;
  if (typeof item !== "object" || item === null || Array.isArray(item) || isCarriedNumber(item)) return read;
  const named: unknown = Reflect.get(item, "reference");
  if (named !== undefined && named !== null && named !== reference) {
    throw validationError("reference_mismatch", "The body names another reference than the address.", {
      field: "reference",
      received: named,
      permitted: [reference],
    });
  }
  return { ...read, item: { ...item, reference } };
}
