import { type BulkDetail, bulkDetail, bulkParams, bulkStart } from "@/lib/contract/bulk";
import { defineRoute } from "@/lib/http/define-route";
import { exactJson } from "@/lib/http/exact-json";
import { startBulk } from "@/lib/services/bulk/start-bulk";

/** 202 while it runs, 200 once it is over. */
export const POST = defineRoute({
  operation: "startBulkAction",
  summary: "Starts a frozen set; 202 while it runs.",
  answers: { 200: bulkDetail, 202: bulkDetail },
  capability: "cases.work",
  params: bulkParams,
  body: bulkStart,
  handle: async ({ ctx, params, body }) => {
    const action = (await startBulk(ctx, { ...params, ...body })) satisfies BulkDetail;
    return exactJson(action, { status: action.state === "running" ? 202 : 200 });
  },
});
