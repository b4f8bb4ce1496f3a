import type { AlertCondition, AlertKind, AlertPlace } from "./condition";
import { limitOf } from "./condition";
import type { ResolvedBecause } from "./states";

/** What a message tells of the alert: as it was when it was sent. */
type Told = AlertPlace & { alert_id: string; name: string; kind: AlertKind; condition: AlertCondition };

type Fired = { firing_id: string; fired_at: string; value: number };
type Ended = Fired & { peak: number; resolved_at: string; resolved_because: ResolvedBecause };

/** `data` of `alert.fired` (docs/webhooks.md). */
export function firedData(alert: Told, { firing_id, fired_at, value }: Fired): Record<string, unknown> {
  return { ...toldOf(alert), firing_id, fired_at, value, limit: limitOf(alert.condition) };
}

/** `data` of `alert.resolved` (docs/webhooks.md). */
export function resolvedData(alert: Told, ended: Ended): Record<string, unknown> {
  const { firing_id, fired_at, value, peak, resolved_at, resolved_because } = ended;
  const limit = limitOf(alert.condition);
  return {
    ...toldOf(alert),
    ...{ firing_id, fired_at, value, limit, peak, resolved_at, because: resolved_because },
  };
}

function toldOf({ alert_id, name, kind, condition, tenant, environment, service, tool }: Told) {
  return { alert_id, name, kind, condition, tenant, environment, service, tool };
}
