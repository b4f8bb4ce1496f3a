import { type BulkDetail, bulkDetail, bulkParams } from "@/lib/contract/bulk";
import { defineRoute } from "@/lib/http/define-route";
import { stopBulk } from "@/lib/services/bulk/stop-bulk";

export const POST = defineRoute({
  operation: "stopBulkAction",
  summary: "Stops before the next case; what was done stays.",
  answers: bulkDetail,
  capability: "cases.work",
  params: bulkParams,
  handle: async ({ ctx, params }) => (await stopBulk(ctx, params)) satisfies BulkDetail,
});
