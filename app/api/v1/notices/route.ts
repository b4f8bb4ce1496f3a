import { type NoticeList, noticesQuery } from "@/lib/contract/notices";
import { defineRoute } from "@/lib/http/define-route";
import { listNotices } from "@/lib/services/notices/list-notices";

/** People only, and each their own. */
export const GET = defineRoute({
  capability: ["cases.read", "cases.read_own"],
  query: noticesQuery,
  handle: async ({ ctx, query }) => (await listNotices(ctx, query)) satisfies NoticeList,
});
