import { type QuarantineList, quarantineList, quarantineQuery } from "@/lib/contract/quarantine";
import { defineRoute } from "@/lib/http/define-route";
import { listQuarantine } from "@/lib/services/quarantine/list-quarantine";

export const GET = defineRoute({
  operation: "listQuarantine",
  summary: "Rejected and conflicting items with their reasons and scrubbed payloads, what came last first.",
  answers: quarantineList,
  capability: "quarantine.read",
  query: quarantineQuery,
  handle: async ({ ctx, query }) => (await listQuarantine(ctx, query)) satisfies QuarantineList,
});
