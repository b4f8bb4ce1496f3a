import { sourceList } from "@/lib/contract/keys";
import { defineRoute } from "@/lib/http/define-route";
import { listSources } from "@/lib/services/keys/list-sources";

export const GET = defineRoute({
  operation: "listSources",
  summary: "Producers of events by name.",
  answers: sourceList,
  capability: "keys.manage",
  handle: async ({ ctx }) => ({ items: await listSources(ctx), next_cursor: null }),
});
