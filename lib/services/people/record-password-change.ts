import { recordAudit } from "@/db/queries/audit";
import type { ServiceContext } from "../context";

/** Notes that the caller changed their own password. The library changed it in a transaction of its own. */
export async function recordPasswordChange(ctx: ServiceContext): Promise<void> {
  await recordAudit(ctx.db, {
    actor: ctx.caller,
    action: "person.password_set",
    subject_kind: "person",
    subject_id: ctx.caller.id,
    details: { by: "themselves" },
  });
}
