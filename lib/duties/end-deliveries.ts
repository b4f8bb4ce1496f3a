import { QUEUE_TOPIC, topicOfCase } from "@/db/queries/case-topics";
import { endDelivery } from "@/db/queries/record-try";
import { listEndedDeliveries } from "@/db/queries/take-deliveries";
import { listDeliveredAfterAll, unflagDelivered } from "@/db/queries/verdict-delivery";
import type { Duty, DutyContext } from "./duty";

/**
 * Says of cases what became of their messages without another try. A duty of its own: sending goes on for as long as
 * anything is due, and one receiver that hangs must not keep what another gave up from being seen.
 */
export const endDeliveries: Duty = {
  name: "end-deliveries",
  every_seconds: 2,
  run: async (ctx, signal) => {
    await endStopped(ctx, signal);
    await unflagDeliveredCases(ctx);
  },
};

/** Ends what waits for a receiver that was removed or turned itself off. */
async function endStopped(ctx: DutyContext, signal?: AbortSignal): Promise<void> {
  for (const ended of await listEndedDeliveries(ctx.db)) {
    if (signal?.aborted) return;
    const state = ended.removed ? "dropped" : "failed";
    const changed = await ctx.db.transaction((tx) => endDelivery(tx, ended, state));
    if (ended.case_id !== null) publishCase(ctx, ended.case_id, changed);
  }
}

/** A runtime may ask after every webhook has given up; the poll itself has no time for more than its answer. */
async function unflagDeliveredCases(ctx: DutyContext): Promise<void> {
  for (const { case_id, verdict_id } of await listDeliveredAfterAll(ctx.db)) {
    await unflagDelivered(ctx.db, verdict_id, case_id);
    publishCase(ctx, case_id, true);
  }
}

/** Its page shows each delivery; the queue only what changed of the case. */
function publishCase(ctx: DutyContext, case_id: string, changed: boolean): void {
  ctx.hub.publish(topicOfCase(case_id));
  if (changed) ctx.hub.publish(QUEUE_TOPIC);
}
