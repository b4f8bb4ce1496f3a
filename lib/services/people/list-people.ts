import { listPersonRows, type PersonRow } from "@/db/queries/people";
import type { ServiceContext } from "../context";

/** Everybody the caller may manage, by name. */
export function listPeople(ctx: ServiceContext): Promise<PersonRow[]> {
  return listPersonRows(ctx.db, ctx.caller.confinement);
}
