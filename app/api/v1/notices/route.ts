import { type NoticeList, noticeList, noticesQuery } from "@/lib/contract/notices";
import { defineRoute } from "@/lib/http/define-route";
import { listNotices } from "@/lib/services/notices/list-notices";

/** People only, and each their own. */
export const GET = defineRoute({
  operation: "listNotices",
  summary: "What the caller is told, the newest first; people only.",
  answers: noticeList,
  peopleOnly: true,
  capability: ["cases.read", "cases.read_own"],
  query: noticesQuery,
  handle: async ({ ctx, query }) => (await listNotices(ctx, query)) satisfies NoticeList,
});
