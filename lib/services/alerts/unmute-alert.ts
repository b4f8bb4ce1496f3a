import { muteAlertRow } from "@/db/queries/alerts";
import type { AlertAnswer } from "../alert-view";
import { changeAlertRow } from "../change-alert";
import type { ServiceContext } from "../context";

/** Lets a muted alert speak again; one that is not muted stays as it is. Throws `alert_not_found`. */
export function unmuteAlert(ctx: ServiceContext, input: { alert_id: string }): Promise<AlertAnswer> {
  return changeAlertRow(ctx, input.alert_id, "alert.unmuted", async ({ tx, alert, now }) => {
    if (alert.muted_until === null || alert.muted_until <= now) return null;
    await muteAlertRow(tx, alert.alert_id, null);
    return { history: [{ kind: "unmuted" }], details: {} };
  });
}
