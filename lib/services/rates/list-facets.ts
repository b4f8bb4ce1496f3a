import { readFacets } from "@/db/queries/facets";
import type { ServiceContext } from "@/lib/services/context";

/** The values that the filters can take, as far as the caller may see them; sorted, at most 1,000 each. */
export async function listFacets(ctx: ServiceContext) {
  const facets = await readFacets(ctx.db, ctx.caller.confinement);
  return {
    services: facets.service,
    environments: facets.environment,
    tenants: facets.tenant,
    tools: facets.tool,
    codes: facets.code,
    releases: facets.release,
  };
}
