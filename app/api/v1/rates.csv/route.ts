import { inPieces, rateLines } from "@/domain/rate-export";
import { ratesQuery } from "@/lib/contract/rates";
import { defineRoute } from "@/lib/http/define-route";
import { streamText } from "@/lib/http/stream-text";
import { countEvents } from "@/lib/services/rates/count-events";

export const GET = defineRoute({
  operation: "exportRates",
  summary: "The series of failures over time as CSV, safe for spreadsheets.",
  answers: "text/csv",
  capability: "rates.read",
  query: ratesQuery,
  handle: async ({ ctx, query }) => {
    const answer = await countEvents(ctx, { ...query, points: true });
    return streamText(inPieces(rateLines(answer, query.group_by !== undefined)), {
      "content-type": "text/csv; charset=utf-8; header=present",
      "content-disposition": 'attachment; filename="rates.csv"',
    });
  },
});
