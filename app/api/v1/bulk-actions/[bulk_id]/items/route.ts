import { type BulkItemList, bulkItemList, bulkItemsQuery, bulkParams } from "@/lib/contract/bulk";
import { defineRoute } from "@/lib/http/define-route";
import { listBulkItems } from "@/lib/services/bulk/list-bulk-items";

export const GET = defineRoute({
  operation: "listBulkItems",
  summary: "The cases of a frozen set and what became of each.",
  answers: bulkItemList,
  capability: ["cases.work", "audit.read"],
  params: bulkParams,
  query: bulkItemsQuery,
  handle: async ({ ctx, params, query }) =>
    (await listBulkItems(ctx, { ...params, ...query })) satisfies BulkItemList,
});
