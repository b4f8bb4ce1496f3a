import { liveQuery } from "@/lib/contract/live";
import { defineRoute } from "@/lib/http/define-route";
import { liveResponse } from "@/lib/http/live-response";

/** Server-sent events: that something has changed, never what. */
export const GET = defineRoute({
  operation: "followChanges",
  summary: "A stream that says that something changed, never what.",
  answers: "text/event-stream",
  capability: ["cases.read", "cases.read_own"],
  query: liveQuery,
  handle: ({ ctx, query, request }) => liveResponse(ctx, query.case_id, request),
});
