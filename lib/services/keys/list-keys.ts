import { type KeyRow, listKeyRows } from "@/db/queries/keys";
import type { ServiceContext } from "../context";

/** All keys the caller may see, newest first, revoked ones included; never the key itself. */
export function listKeys(ctx: ServiceContext): Promise<KeyRow[]> {
  return listKeyRows(ctx.db, ctx.caller.confinement);
}
