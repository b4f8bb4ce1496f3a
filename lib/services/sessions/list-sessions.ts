import { listSessionRows } from "@/db/queries/sign-in";
import type { ServiceContext } from "../context";

/** The caller's own live sessions, newest first. */
export function listSessions(ctx: ServiceContext) {
  return ctx.caller.kind === "person" ? listSessionRows(ctx.db, ctx.caller.id) : Promise.resolve([]);
}
