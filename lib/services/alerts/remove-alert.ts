import { ALERTS_TOPIC, lockAlert, removeAlertRow } from "@/db/queries/alerts";
import { alertNotFound } from "@/domain/alerts/errors";
import { instantFromDate } from "@/domain/instant";
import { readerOf } from "../alert-view";
import { endFiringOf, recordChange } from "../change-alert";
import type { ServiceContext } from "../context";
import { publishTopics } from "../publish";

/** Removes an alert; a firing ends, and whoever was told of it is told so. Its history stays. Throws `alert_not_found`. */
export async function removeAlert(ctx: ServiceContext, input: { alert_id: string }): Promise<void> {
  const now = instantFromDate(ctx.now()).iso;
  await ctx.db.transaction(async (tx) => {
    const alert = await lockAlert(tx, readerOf(ctx), input.alert_id);
    if (alert === null) throw alertNotFound();
    const ended = await endFiringOf({ tx, alert, now }, "alert_removed");
    await removeAlertRow(tx, alert.alert_id, ctx.caller.name, now);
    const made = { history: [...ended, { kind: "removed" as const }], details: {} };
    await recordChange(ctx, { tx, alert, now }, "alert.removed", made);
  });
  publishTopics(ctx, [ALERTS_TOPIC]);
}
