import { type ScrubbedCounts, scrubbedCounts, scrubbedQuery } from "@/lib/contract/scrubbing";
import { defineRoute } from "@/lib/http/define-route";
import { countScrubbed } from "@/lib/services/intake/count-scrubbed";

export const GET = defineRoute({
  operation: "countScrubbed",
  summary: "How many strings each kind of rule hid, by source, from one day to another.",
  answers: scrubbedCounts,
  capability: "quarantine.read",
  query: scrubbedQuery,
  handle: async ({ ctx, query }) => (await countScrubbed(ctx, query)) satisfies ScrubbedCounts,
});
