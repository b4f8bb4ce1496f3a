import { recordAudit } from "@/db/queries/audit";
import { endSession as endSessionRow } from "@/db/queries/sign-in";
import { notFoundError } from "@/domain/errors";
import type { ServiceContext } from "../context";

/** Ends one of the caller's own sessions; it is refused from its next request on. Throws `session_not_found`. */
export async function endSession(ctx: ServiceContext, input: { session_id: string }): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    if (!(await endSessionRow(tx, ctx.caller.id, input.session_id)))
      throw notFoundError("session_not_found", "There is no such session.");
    await recordAudit(tx, {
      actor: ctx.caller,
      action: "session.ended",
      subject_kind: "session",
      subject_id: input.session_id,
    });
  });
}
