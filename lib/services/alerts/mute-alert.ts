import { muteAlertRow } from "@/db/queries/alerts";
import { MUTED_MOST_SECONDS, whyNotMuted } from "@/domain/alerts/errors";
import { addSeconds } from "@/domain/instant";
import type { AlertAnswer } from "../alert-view";
import { changeAlertRow } from "../change-alert";
import type { ServiceContext } from "../context";
import { saidBy } from "../said";

/**
 * Keeps an alert from telling anybody that it fires, until then; it goes on being evaluated. What fires meanwhile and
 * still does at the end is told then. Throws `alert_not_found`, `mute_in_past`, `mute_too_long`.
 */
export function muteAlert(
  ctx: ServiceContext,
  input: { alert_id: string; until: string; note: string | null },
): Promise<AlertAnswer> {
  const { alert_id, until } = input;
  const note = saidBy(ctx).text(input.note);
  return changeAlertRow(ctx, alert_id, "alert.muted", async ({ tx, now }) => {
    const refusal = whyNotMuted(until, now, addSeconds(now, MUTED_MOST_SECONDS));
    if (refusal !== null) throw refusal;
    await muteAlertRow(tx, alert_id, { until, by: ctx.caller.name, note });
    return { history: [{ kind: "muted", note, until }], details: { until } };
  });
}
