import { retention, retentionQuery } from "@/lib/contract/retention";
import { defineRoute } from "@/lib/http/define-route";
import { readRetention } from "@/lib/services/settings/read-retention";

export const GET = defineRoute({
  operation: "readRetention",
  summary: "What is kept how long, what was dropped, and what another retention would drop.",
  answers: retention,
  capability: "settings.manage",
  query: retentionQuery,
  handle: ({ ctx, query }) => readRetention(ctx, query),
});
