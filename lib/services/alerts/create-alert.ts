import { randomUUID } from "node:crypto";
import { ALERTS_TOPIC, insertAlert } from "@/db/queries/alerts";
import type { AlertDefinition } from "@/domain/alerts/condition";
import { tooManyAlerts } from "@/domain/alerts/errors";
import { instantFromDate } from "@/domain/instant";
import { type AlertAnswer, viewOneAlert } from "../alert-view";
import { assertMayWatch, recordChange, saidDefinition } from "../change-alert";
import type { ServiceContext } from "../context";
import { publishTopics } from "../publish";
import { saidBy } from "../said";

/**
 * Makes an alert; it is evaluated within a minute. Throws `alert_outside_your_part`, `too_many_alerts`, and `forbidden`
 * for what the caller may not read.
 */
export async function createAlert(
  ctx: ServiceContext,
  input: { name: string } & AlertDefinition,
): Promise<AlertAnswer> {
  const alert = { ...saidDefinition(ctx, input), name: saidBy(ctx).name(input.name), alert_id: randomUUID() };
  assertMayWatch(ctx, alert);
  const now = instantFromDate(ctx.now()).iso;
  const answer = await ctx.db.transaction(async (tx) => {
    if (!(await insertAlert(tx, alert, ctx.caller.name, now))) throw tooManyAlerts();
    const { alert_id: _, name: __, ...definition } = alert;
    const made = { history: [{ kind: "created" as const }], details: { definition } };
    await recordChange(ctx, { tx, alert, now }, "alert.created", made);
    return viewOneAlert(ctx, alert.alert_id, tx);
  });
  publishTopics(ctx, [ALERTS_TOPIC]);
  return answer;
}
