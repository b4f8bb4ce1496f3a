import type { Database, Transaction } from "@/db/client";
import {
  type AlertReader,
  type AlertsAsked,
  type AlertWithFiring,
  type FiringRow,
  listAlertRows,
} from "@/db/queries/alerts";
import { ALERT_KINDS, type AlertKind, SEEN_WITH } from "@/domain/alerts/condition";
import { alertNotFound } from "@/domain/alerts/errors";
import { addSeconds, instantFromDate } from "@/domain/instant";
import { type Caller, may } from "@/domain/permissions";
import type { ServiceContext } from "./context";

const LATELY_SECONDS = 30 * 86_400;

/** The kinds of alerts whose values the caller may read anyway. */
export function kindsOf(caller: Caller): AlertKind[] {
  return ALERT_KINDS.filter((kind) => may(caller, SEEN_WITH[kind]));
}

/** What the caller sees of alerts. */
export function readerOf({ caller }: Pick<ServiceContext, "caller">): AlertReader {
  return { confinement: caller.confinement, kinds: kindsOf(caller) };
}

/** Whoever maps codes and keeps the tools sees to their alerts. */
export function mayChangeAlerts(caller: Caller): boolean {
  return may(caller, "tools.manage");
}

/** Alerts as they are answered. */
export async function viewAlerts(
  ctx: ServiceContext,
  asked: AlertsAsked = {},
  db: Database | Transaction = ctx.db,
) {
  const now = instantFromDate(ctx.now()).iso;
  const rows = await listAlertRows(db, readerOf(ctx), addSeconds(now, -LATELY_SECONDS), asked);
  return rows.map((row) => viewAlert(ctx, row, now));
}

export type AlertAnswer = ReturnType<typeof viewAlert>;

/** One alert as it is answered. Throws `alert_not_found`. */
export async function viewOneAlert(
  ctx: ServiceContext,
  alert_id: string,
  db: Database | Transaction = ctx.db,
): Promise<AlertAnswer> {
  const [alert] = await viewAlerts(ctx, { alert_id }, db);
  if (alert === undefined) throw alertNotFound();
  return alert;
}

function viewAlert(
  { caller }: ServiceContext,
  { alert, firing, fired_lately, webhook_listens }: AlertWithFiring,
  now: string,
) {
  const { kind: _, over_since, clear_since, evaluated_to, reading, firing_id, removed_at, ...rest } = alert;
  const isMuted = alert.muted_until !== null && alert.muted_until > now;
  return {
    ...rest,
    reading: reading === null || evaluated_to === null ? null : { at: evaluated_to, ...reading },
    firing: firing === null ? null : viewFiring(firing),
    fired_lately,
    webhook_listens,
    muted_until: isMuted ? alert.muted_until : null,
    muted_by: isMuted ? alert.muted_by : null,
    mute_note: isMuted ? alert.mute_note : null,
    may_change: mayChangeAlerts(caller),
  };
}

function viewFiring({ alert_id: _, ...firing }: FiringRow) {
  return firing;
}
