import { z } from "zod";
import { reportedCall } from "@/domain/reported-calls";
import { itemError, itemStatus } from "./ingest";

/** `POST /api/v1/calls`: one report, an array or NDJSON of them; at most 5,000 lines together. */
export const callsReport = z.object({ report_id: z.guid(), calls: z.array(reportedCall) });
export type CallsReport = z.input<typeof callsReport>;

/** Answer of `POST /api/v1/calls`, `/recoveries` and `/releases`; for calls an item is a line. */
export const reportsAccepted = z.object({
  accepted: z.int(),
  duplicate: z.int(),
  conflict: z.int(),
  rejected: z.int(),
  results: z.array(z.object({ index: z.int(), status: itemStatus, error: itemError.optional() })),
});
export type ReportsAccepted = z.output<typeof reportsAccepted>;
