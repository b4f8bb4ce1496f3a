import type { FacetsAnswer } from "@/lib/contract/rates";
import { defineRoute } from "@/lib/http/define-route";
import { listFacets } from "@/lib/services/rates/list-facets";

export const GET = defineRoute({
  capability: "rates.read",
  handle: async ({ ctx }) => (await listFacets(ctx)) satisfies FacetsAnswer,
});
