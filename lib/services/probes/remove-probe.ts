import { recordAudit } from "@/db/queries/audit";
import { QUEUE_TOPIC } from "@/db/queries/case-topics";
import { lockProbe, probeAnswer, removeProbeRow } from "@/db/queries/probes";
import { forbiddenError, notFoundError } from "@/domain/errors";
import { isUnconfined } from "@/domain/permissions";
import type { ServiceContext } from "../context";
import { publishTopics } from "../publish";

/** Takes the probe away, and its secret with it; what it saw stays. Throws `forbidden`, `probe_not_found`. */
export async function removeProbe(ctx: ServiceContext, { tool }: { tool: string }): Promise<void> {
  if (!isUnconfined(ctx.caller.confinement)) throw forbiddenError();
  await ctx.db.transaction(async (tx) => {
    const before = await lockProbe(tx, tool);
    if (before === null || !(await removeProbeRow(tx, tool)))
      throw notFoundError("probe_not_found", "This tool has no probe.");
    await recordAudit(tx, {
      ...{ actor: ctx.caller, action: "tool.probe_removed", subject_kind: "tool", subject_id: tool },
      details: { before: probeAnswer(before) },
    });
  });
  publishTopics(ctx, [QUEUE_TOPIC]);
}
