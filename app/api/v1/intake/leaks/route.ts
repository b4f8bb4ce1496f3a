import { type LeaksAnswer, leaksAnswer, leaksQuery } from "@/lib/contract/leaks";
import { defineRoute } from "@/lib/http/define-route";
import { listLeaks } from "@/lib/services/intake/list-leaks";

export const GET = defineRoute({
  operation: "listLeaks",
  summary: "What leaked into bodies that callers got, by tool, with masked examples.",
  answers: leaksAnswer,
  capability: "quarantine.read",
  query: leaksQuery,
  handle: async ({ ctx, query }) => (await listLeaks(ctx, query)) satisfies LeaksAnswer,
});
