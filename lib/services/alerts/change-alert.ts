import { updateAlert } from "@/db/queries/alerts";
import type { AlertDefinition } from "@/domain/alerts/condition";
import { alertChanged } from "@/domain/alerts/errors";
import { isSameDefinition } from "@/domain/alerts/same-definition";
import type { AlertAnswer } from "../alert-view";
import { assertMayWatch, changeAlertRow, endFiringOf, saidDefinition } from "../change-alert";
import type { ServiceContext } from "../context";
import { saidBy } from "../said";

/**
 * Puts a whole alert in the place of the one at `version`. Another name leaves everything as it is; anything else makes it
 * a new alert: a firing ends, whoever was told of it is told so, and it is evaluated anew.
 * Throws `alert_not_found`, `alert_changed`, `alert_outside_your_part`, and `forbidden` for what the caller may not read.
 */
export async function changeAlert(
  ctx: ServiceContext,
  input: { alert_id: string; version: number; name: string } & AlertDefinition,
): Promise<AlertAnswer> {
  const { alert_id, version, name: given, ...sent } = input;
  const definition = saidDefinition(ctx, sent);
  assertMayWatch(ctx, definition);
  const name = saidBy(ctx).name(given);
  return changeAlertRow(ctx, alert_id, "alert.changed", async (work) => {
    const { tx, alert, now } = work;
    if (alert.version !== version) throw alertChanged(alert.version);
    const isRenamed = isSameDefinition(alert, definition);
    if (isRenamed && alert.name === name) return null;
    const ended = isRenamed ? [] : await endFiringOf(work, "alert_changed");
    const parts = isRenamed ? { alert_id, name } : { alert_id, name, ...definition };
    await updateAlert(tx, parts, ctx.caller.name, now);
    return { history: [...ended, { kind: "changed" }], details: { named: name, definition } };
  });
}
