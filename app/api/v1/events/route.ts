import { type EventsAnswer, eventsQuery } from "@/lib/contract/events-list";
import { defineRoute } from "@/lib/http/define-route";
import { exactJson } from "@/lib/http/exact-json";
import { listEvents } from "@/lib/services/events/list-events";

export const GET = defineRoute({
  capability: "events.read",
  query: eventsQuery,
  handle: async ({ ctx, query }) => exactJson((await listEvents(ctx, query)) satisfies EventsAnswer),
});
