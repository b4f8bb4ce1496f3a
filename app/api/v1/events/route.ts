import { type EventsAnswer, eventsAnswer, eventsQuery } from "@/lib/contract/events-list";
import {
  EVENT_EXAMPLE,
  type EventsAccepted,
  eventReport,
  eventsAccepted,
  ingestQuery,
} from "@/lib/contract/ingest";
import { defineRoute } from "@/lib/http/define-route";
import { exactJson } from "@/lib/http/exact-json";
import { ingestAnswer } from "@/lib/http/ingest-answer";
import { readItems } from "@/lib/http/read-items";
import { listEvents } from "@/lib/services/events/list-events";
import { recordEvents } from "@/lib/services/events/record-events";

export const GET = defineRoute({
  operation: "listEvents",
  summary: "The rows behind any number, the newest first.",
  answers: eventsAnswer,
  capability: "events.read",
  query: eventsQuery,
  handle: async ({ ctx, query }) => exactJson((await listEvents(ctx, query)) satisfies EventsAnswer),
});

export const POST = defineRoute({
  operation: "recordEvents",
  summary: "Reports failed tool calls; answered item by item, after the commit.",
  answers: { 200: eventsAccepted, 207: eventsAccepted, 422: eventsAccepted },
  accepts: { item: eventReport, member: "events", example: EVENT_EXAMPLE },
  capability: "events.report",
  query: ingestQuery,
  handle: async ({ ctx, query, request }) =>
    ingestAnswer(
      request,
      (await recordEvents(ctx, { items: await readItems(request, "events") })) satisfies EventsAccepted,
      query.results,
    ),
});
