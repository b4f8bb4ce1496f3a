import { callLines, inPieces } from "@/domain/rate-export";
import { failureRatesQuery } from "@/lib/contract/rates";
import { defineRoute } from "@/lib/http/define-route";
import { streamText } from "@/lib/http/stream-text";
import { countFailureRates } from "@/lib/services/rates/count-failure-rates";

export const GET = defineRoute({
  operation: "exportFailureRates",
  summary: "The series of failures against calls as CSV, safe for spreadsheets.",
  answers: "text/csv",
  capability: "rates.read",
  query: failureRatesQuery,
  handle: async ({ ctx, query }) => {
    const lines = callLines(await countFailureRates(ctx, query), query.group_by !== undefined);
    return streamText(inPieces(lines), {
      "content-type": "text/csv; charset=utf-8; header=present",
      "content-disposition": 'attachment; filename="failure-rates.csv"',
    });
  },
});
