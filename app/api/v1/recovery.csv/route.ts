import { recoveryAttemptsCsv, recoveryFiguresCsv } from "@/domain/recovery-csv";
import { recoveryCsvQuery } from "@/lib/contract/recovery";
import { csvResponse } from "@/lib/http/csv-response";
import { defineRoute } from "@/lib/http/define-route";
import { readRecovery } from "@/lib/services/recovery/read-recovery";

export const GET = defineRoute({
  operation: "exportRecovery",
  summary: "Attempts until recovery as CSV, safe for spreadsheets.",
  answers: "text/csv",
  capability: "rates.read",
  query: recoveryCsvQuery,
  handle: async ({ ctx, query: { rows, ...asked } }) => {
    const recovery = await readRecovery(ctx, asked);
    const text = rows === "attempts" ? recoveryAttemptsCsv(recovery) : recoveryFiguresCsv(recovery);
    return csvResponse(text, rows === "attempts" ? "recovery-attempts.csv" : "recovery.csv");
  },
});
