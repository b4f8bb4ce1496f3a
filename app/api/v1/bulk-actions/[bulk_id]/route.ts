import { type BulkDetail, bulkDetail, bulkParams } from "@/lib/contract/bulk";
import { defineRoute } from "@/lib/http/define-route";
import { readBulk } from "@/lib/services/bulk/read-bulk";

export const GET = defineRoute({
  operation: "readBulkAction",
  summary: "One bulk action with its progress.",
  answers: bulkDetail,
  capability: ["cases.work", "audit.read"],
  params: bulkParams,
  handle: async ({ ctx, params }) => (await readBulk(ctx, params)) satisfies BulkDetail,
});
