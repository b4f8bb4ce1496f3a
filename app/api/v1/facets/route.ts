import { type FacetsAnswer, facetsAnswer } from "@/lib/contract/rates";
import { defineRoute } from "@/lib/http/define-route";
import { listFacets } from "@/lib/services/rates/list-facets";

export const GET = defineRoute({
  operation: "listFacets",
  summary: "The values that filters can take.",
  answers: facetsAnswer,
  capability: "rates.read",
  handle: async ({ ctx }) => (await listFacets(ctx)) satisfies FacetsAnswer,
});
