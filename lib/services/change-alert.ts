import type { Transaction } from "@/db/client";
import { type NewAlertChange, recordAlertChanges } from "@/db/queries/alert-changes";
import { endFiring } from "@/db/queries/alert-firings";
import { ALERTS_TOPIC, type AlertRow, lockAlert } from "@/db/queries/alerts";
import { recordAudit } from "@/db/queries/audit";
import { type AlertDefinition, type AlertPlace, SEEN_WITH } from "@/domain/alerts/condition";
import { alertNotFound, whyNotThere } from "@/domain/alerts/errors";
import type { ResolvedBecause } from "@/domain/alerts/states";
import { forbiddenError } from "@/domain/errors";
import { instantFromDate } from "@/domain/instant";
import { may } from "@/domain/permissions";
import { type AlertAnswer, readerOf, viewOneAlert } from "./alert-view";
import type { ServiceContext } from "./context";
import { publishTopics } from "./publish";
import { saidBy } from "./said";

/** Whether the caller may watch this: what they may not read, and what lies outside their part, they may not. */
export function assertMayWatch({ caller }: ServiceContext, definition: AlertDefinition): void {
  if (!may(caller, SEEN_WITH[definition.condition.kind])) throw forbiddenError();
  const refusal = whyNotThere(caller.confinement, definition);
  if (refusal !== null) throw refusal;
}

/** A definition as it may be stored: names as events' names are, so that they meet them. */
export function saidDefinition<Given extends AlertDefinition>(ctx: ServiceContext, given: Given): Given {
  const said = saidBy(ctx);
  const { condition, tenant, environment, service, tool } = given;
  const code = "code" in condition ? { code: said.name(condition.code) } : {};
  return {
    ...given,
    ...{ tenant: said.name(tenant), environment: said.name(environment) },
    ...{ service: said.name(service), tool: said.name(tool) },
    condition: { ...condition, ...code },
  };
}

type Work = { tx: Transaction; alert: AlertRow; now: string };
/** What a change says of itself, besides who made it: null when nothing changed. */
type Made = {
  history: Omit<NewAlertChange, "alert_id" | "at" | "by">[];
  details: Record<string, unknown>;
} | null;

/**
 * One change of an alert by a person or a key, which holds its row, with its audit entry and history; the alert afterwards.
 * Throws `alert_not_found`, and what `make` throws.
 */
export async function changeAlertRow(
  ctx: ServiceContext,
  alert_id: string,
  action: string,
  make: (work: Work) => Promise<Made>,
): Promise<AlertAnswer> {
  const now = instantFromDate(ctx.now()).iso;
  const answer = await ctx.db.transaction(async (tx) => {
    const alert = await lockAlert(tx, readerOf(ctx), alert_id);
    if (alert === null) throw alertNotFound();
    const made = await make({ tx, alert, now });
    if (made !== null) await recordChange(ctx, { tx, alert, now }, action, made);
    return viewOneAlert(ctx, alert_id, tx);
  });
  publishTopics(ctx, [ALERTS_TOPIC]);
  return answer;
}

/** The audit entry of a change, and its history. */
export async function recordChange(
  { caller }: ServiceContext,
  {
    tx,
    alert,
    now,
  }: { tx: Transaction; alert: AlertPlace & { alert_id: string; name: string }; now: string },
  action: string,
  { history, details }: NonNullable<Made>,
): Promise<void> {
  const { alert_id, name, tenant, environment, service } = alert;
  await recordAudit(tx, {
    ...{ actor: caller, action, subject_kind: "alert", subject_id: alert_id },
    ...{ tenant, environment, service, details: { name, ...details } },
  });
  const entries = history.map((one) => ({ ...one, alert_id, at: now, by: caller.name }));
  await recordAlertChanges(tx, entries, now);
}

/** Ends the firing of an alert that is changed or removed; what the history says of it. */
export async function endFiringOf(
  { tx, alert, now }: Work,
  because: ResolvedBecause,
): Promise<Omit<NewAlertChange, "alert_id" | "at" | "by">[]> {
  if (alert.state !== "firing" || alert.firing_id === null) return [];
  const { firing_id } = alert;
  const ended = await endFiring(tx, alert, { firing_id, resolved_at: now, because }, now);
  if (ended === null) return [];
  return [{ kind: "resolved", firing_id, resolved_because: because, told: ended.told_at !== null }];
}
