import { type WorklistAnswer, worklistAnswer, worklistQuery } from "@/lib/contract/unmapped";
import { defineRoute } from "@/lib/http/define-route";
import { listWorklist } from "@/lib/services/unmapped/list-worklist";

export const GET = defineRoute({
  operation: "listWorklist",
  summary: "What to map next: groups of unmapped failures by what one mapping takes away.",
  answers: worklistAnswer,
  capability: "rates.read",
  query: worklistQuery,
  handle: async ({ ctx, query }) => (await listWorklist(ctx, query)) satisfies WorklistAnswer,
});
