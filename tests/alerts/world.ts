import { ALERTING_SILENCES, type AlertDefinition } from "@/domain/alerts/condition";
import { type Confinement, capabilitiesOfRoles, type Role } from "@/domain/permissions";
import { acknowledgeAlert } from "@/lib/services/alerts/acknowledge-alert";
import { createAlert } from "@/lib/services/alerts/create-alert";
import { evaluateAlerts } from "@/lib/services/alerts/evaluate-alerts";
import { listAlerts } from "@/lib/services/alerts/list-alerts";
import { listHistory } from "@/lib/services/alerts/list-history";
import { readAlert } from "@/lib/services/alerts/read-alert";
import { failure, report } from "../reading/failures";
import { openWebhookWorld } from "../webhooks/world";

export type AlertWorld = Awaited<ReturnType<typeof openAlertWorld>>;

const EVERYWHERE = { tenant: null, environment: null, service: null, tool: null };

/** Half of the failures in the last five minutes are unmapped; at once and over at once. */
export const SHARE: AlertDefinition = {
  ...EVERYWHERE,
  condition: { kind: "unmapped_share", above: 0.5, window_minutes: 5, min_failures: 4 },
  ...{ for_minutes: 0, resolve_after_minutes: 0 },
};
export const SILENT: AlertDefinition = {
  ...SHARE,
  condition: { kind: "silence", code: null, states: [...ALERTING_SILENCES] },
};

/** The world of webhooks, with a clock on the full minute, failures and the duty that evaluates. */
export async function openAlertWorld() {
  const world = await openWebhookWorld();
  const engineer = world.person("Eve", ["engineer"]);
  return {
    ...world,
    engineer,
    confined: (roles: Role[], confinement: Confinement) => ({
      ...engineer,
      caller: { ...engineer.caller, capabilities: capabilitiesOfRoles(roles), confinement },
    }),
    make: (parts: Partial<AlertDefinition> = {}, name = "Watch") =>
      createAlert(engineer, { ...SHARE, ...parts, name }),
    read: (alert_id: string) => readAlert(engineer, { alert_id }),
    list: () => listAlerts(engineer),
    acknowledge: (alert_id: string, firing_id: string, note: string | null = null) =>
      acknowledgeAlert(engineer, { alert_id, firing_id, note }),
    history: async (alert_id: string) => (await listHistory(engineer, { alert_id, limit: 100 })).items,
    /** So many failures within the minute that is over when `evaluate` is called next; of them so many unmapped. */
    fail: (count: number, unmapped: number, parts: Record<string, unknown> = {}) =>
      report(
        world.runtime,
        Array.from({ length: count }, (_, place) =>
          failure({
            occurred_at: world.clock.at(5),
            ...(place < unmapped ? { code: "internal_error", class: "system" } : {}),
            ...parts,
          }),
        ),
      ),
    /** A minute and a little later. */
    evaluate: async (seconds = 60) => {
      world.clock.move(seconds);
      await evaluateAlerts({ ...world.rt, now: lateNow(world.clock.read) });
    },
    /** What the world was told of an alert, that it fired before that it ended. */
    told: (alert_id: string) => world.database.sql<{ type: string; data: Record<string, unknown> }[]>`
      select type, data from outbox where data ->> 'alert_id' = ${alert_id} order by type`,
    forget: async () => {
      await world.clear();
      await world.database.sql`delete from alert_changes`;
      await world.database.sql`delete from alert_firings`;
      await world.database.sql`delete from alerts`;
    },
  };
}

/** The duty waits for what comes a little late; the clock of tests stands on the full minute. */
export const lateNow = (read: () => Date) => () => new Date(read().getTime() + 20_000);
