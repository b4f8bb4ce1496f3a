import { recordAudit } from "@/db/queries/audit";
import { dismissedBy, reopenItems } from "@/db/queries/quarantine-decide";
import { chosenOpen } from "@/db/queries/quarantine-read";
import type { ServiceContext } from "../context";

export type ReopenInput = { ids: readonly number[] } | { dismissed_at: string };

/**
 * Opens dismissed items again: those named, or those of one's own dismissal of that time. What is open or was sent
 * again stays as it is; how many were opened is answered.
 */
export async function reopenQuarantined(
  ctx: ServiceContext,
  input: ReopenInput,
): Promise<{ reopened: number }> {
  const { confinement } = ctx.caller;
  const which =
    "ids" in input
      ? chosenOpen(confinement, input, "dismissed")
      : dismissedBy(confinement, ctx.caller, input.dismissed_at);
  const reopened = await ctx.db.transaction(async (tx) => {
    const reopened = await reopenItems(tx, which);
    if (reopened > 0)
      await recordAudit(tx, {
        ...{ actor: ctx.caller, action: "quarantine.reopened", subject_kind: "quarantine" },
        subject_id: "ids" in input ? String(input.ids[0]) : input.dismissed_at,
        details: { reopened },
      });
    return reopened;
  });
  return { reopened };
}
