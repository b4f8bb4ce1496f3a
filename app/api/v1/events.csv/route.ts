import { eventsCsvQuery } from "@/lib/contract/events-list";
import { defineRoute } from "@/lib/http/define-route";
import { streamText } from "@/lib/http/stream-text";
import { exportEvents } from "@/lib/services/events/export-events";

export const GET = defineRoute({
  operation: "exportEvents",
  summary: "All rows of a filter as CSV, safe for spreadsheets.",
  answers: "text/csv",
  capability: "events.read",
  query: eventsCsvQuery,
  handle: ({ ctx, query }) =>
    streamText(exportEvents(ctx, query), {
      "content-type": "text/csv; charset=utf-8; header=present",
      "content-disposition": 'attachment; filename="events.csv"',
    }),
});
