import { type EventsAnswer, eventsQuery } from "@/lib/contract/events-list";
import { type EventsAccepted, ingestQuery } from "@/lib/contract/ingest";
import { defineRoute } from "@/lib/http/define-route";
import { exactJson } from "@/lib/http/exact-json";
import { ingestAnswer } from "@/lib/http/ingest-answer";
import { readItems } from "@/lib/http/read-items";
import { listEvents } from "@/lib/services/events/list-events";
import { recordEvents } from "@/lib/services/events/record-events";

export const GET = defineRoute({
  capability: "events.read",
  query: eventsQuery,
  handle: async ({ ctx, query }) => exactJson((await listEvents(ctx, query)) satisfies EventsAnswer),
});

export const POST = defineRoute({
  capability: "events.report",
  query: ingestQuery,
  handle: async ({ ctx, query, request }) =>
    ingestAnswer(
      (await recordEvents(ctx, { items: await readItems(request, "events") })) satisfies EventsAccepted,
      query.results,
    ),
});
