import { acknowledgeFiring, findFiring } from "@/db/queries/alert-firings";
import { alreadyAcknowledged, notFiring } from "@/domain/alerts/errors";
import type { AlertAnswer } from "../alert-view";
import { changeAlertRow } from "../change-alert";
import type { ServiceContext } from "../context";
import { saidBy } from "../said";

/**
 * Says that the caller sees to a firing, so that others need not. Of the firing that was looked at: a later one is another.
 * Throws `alert_not_found`, `not_firing`, `already_acknowledged`.
 */
export function acknowledgeAlert(
  ctx: ServiceContext,
  input: { alert_id: string; firing_id: string; note: string | null },
): Promise<AlertAnswer> {
  const { alert_id } = input;
  const firing_id = input.firing_id.toLowerCase();
  const note = saidBy(ctx).text(input.note);
  return changeAlertRow(ctx, alert_id, "alert.acknowledged", async ({ tx, now }) => {
    const which = { alert_id, firing_id };
    const row = await acknowledgeFiring(tx, which, { by: ctx.caller.name, note, now });
    if (row === null) {
      const firing = await findFiring(tx, which);
      if (firing?.resolved_at !== null || !firing.acknowledged_by || !firing.acknowledged_at)
        throw notFiring();
      throw alreadyAcknowledged(firing.acknowledged_by, firing.acknowledged_at);
    }
    return { history: [{ kind: "acknowledged", firing_id, note }], details: { firing_id } };
  });
}
