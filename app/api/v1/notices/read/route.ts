import { type ReadNoticesAnswer, readNoticesAnswer, readNoticesBody } from "@/lib/contract/notices";
import { defineRoute } from "@/lib/http/define-route";
import { readNotices } from "@/lib/services/notices/read-notices";

export const POST = defineRoute({
  operation: "readNotices",
  summary: "Marks notices as read; people only.",
  answers: readNoticesAnswer,
  peopleOnly: true,
  capability: ["cases.read", "cases.read_own"],
  body: readNoticesBody,
  handle: async ({ ctx, body }) => (await readNotices(ctx, body)) satisfies ReadNoticesAnswer,
});
