import {
  type BulkDetail,
  type BulkList,
  bulkDetail,
  bulkList,
  bulkListQuery,
  newBulk,
} from "@/lib/contract/bulk";
import { defineRoute } from "@/lib/http/define-route";
import { freezeBulk } from "@/lib/services/bulk/freeze-bulk";
import { listBulk } from "@/lib/services/bulk/list-bulk";

/** 50,000 ids of cases are 2 MB. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;

export const GET = defineRoute({
  operation: "listBulkActions",
  summary: "Bulk actions, the newest first.",
  answers: bulkList,
  capability: ["cases.work", "audit.read"],
  query: bulkListQuery,
  handle: async ({ ctx, query }) => (await listBulk(ctx, query)) satisfies BulkList,
});

/** Freezes the set; nothing is done before it is started. */
export const POST = defineRoute({
  operation: "freezeBulkAction",
  summary: "Freezes a set of cases and says what would become of each; nothing is done yet.",
  answers: bulkDetail,
  capability: "cases.work",
  body: newBulk,
  maxBodyBytes: MAX_BODY_BYTES,
  handle: async ({ ctx, body }) => (await freezeBulk(ctx, body)) satisfies BulkDetail,
});
