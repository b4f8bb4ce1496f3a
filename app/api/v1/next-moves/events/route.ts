import { type MovedEventsAnswer, movedEventsAnswer, movedEventsQuery } from "@/lib/contract/next-moves";
import { defineRoute } from "@/lib/http/define-route";
import { listMovedEvents } from "@/lib/services/recovery/list-moved-events";

export const GET = defineRoute({
  operation: "listMovedEvents",
  summary: "The failures behind a number of the next moves, the newest first.",
  answers: movedEventsAnswer,
  capability: "events.read",
  query: movedEventsQuery,
  handle: async ({ ctx, query }) => (await listMovedEvents(ctx, query)) satisfies MovedEventsAnswer,
});
