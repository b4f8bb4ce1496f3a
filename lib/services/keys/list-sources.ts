import { listSourceRows } from "@/db/queries/keys";
import type { ServiceContext } from "../context";

/** All producers by name. */
export function listSources(ctx: ServiceContext) {
  return listSourceRows(ctx.db);
}
