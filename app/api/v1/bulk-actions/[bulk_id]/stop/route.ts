import { type BulkDetail, bulkParams } from "@/lib/contract/bulk";
import { defineRoute } from "@/lib/http/define-route";
import { stopBulk } from "@/lib/services/bulk/stop-bulk";

export const POST = defineRoute({
  capability: "cases.work",
  params: bulkParams,
  handle: async ({ ctx, params }) => (await stopBulk(ctx, params)) satisfies BulkDetail,
});
