"use client";

import { formatCount } from "@/components/charts/prepare-format";
import { ListKeys } from "@/components/ui/list-keys";
import { Table, TableBody, TableHead, Th } from "@/components/ui/table";
import type { AlertState } from "@/domain/alerts/states";
import type { Alert } from "@/lib/contract/alerts";
import type { AlertActions } from "./alert-actions";
import { AlertRow } from "./alert-row";
import { STATE_LOOKS } from "./alert-state";

/** The groups in their order; what has resolved is ok again. */
const GROUPS: readonly { state: AlertState; holds: readonly AlertState[]; means: string }[] = [
  { state: "firing", holds: ["firing"], means: "" },
  { state: "pending", holds: ["pending"], means: "above, but not for long enough yet" },
  { state: "no_data", holds: ["no_data"], means: "nothing is known, which is neither good nor bad" },
  { state: "ok", holds: ["resolved", "ok"], means: "known not to be above" },
];

const COLUMNS = 5;

/** Alerts by their state, those that fire first. */
export function AlertsTable({ alerts, actions }: { alerts: readonly Alert[]; actions: AlertActions }) {
  return (
    <ListKeys>
      <Table caption="Alerts" className="max-lg:scroll-hint">
        <TableHead>
          <Th>Alert</Th>
          <Th>Measured</Th>
          <Th>Since</Th>
          <Th numeric>Fired in 30 days</Th>
          <Th>
            <span className="sr-only">Actions</span>
          </Th>
        </TableHead>
        {GROUPS.map(({ state, holds, means }) => (
          <Group
            key={state}
            state={state}
            means={means}
            alerts={alerts.filter((alert) => holds.includes(alert.state))}
            actions={actions}
          />
        ))}
      </Table>
    </ListKeys>
  );
}

type GroupProps = {
  state: AlertState;
  means: string;
  alerts: readonly Alert[];
  actions: AlertActions;
};

function Group({ state, means, alerts, actions }: GroupProps) {
  if (alerts.length === 0) return null;
  const { word, icon: Icon, tone } = STATE_LOOKS[state];
  return (
    <TableBody>
      <tr className="border-b">
        <th colSpan={COLUMNS} scope="rowgroup" className="pt-5 pb-1.5 text-left font-normal">
          <span className="inline-flex items-center gap-1.5">
            <Icon aria-hidden className={`size-4 ${tone}`} strokeWidth={2.25} />
            <span className="font-semibold text-base">{GROUP_WORDS[state] ?? word}</span>
            <span className="text-muted text-xs">
              {formatCount(alerts.length)}
              {means && ` · ${means}`}
            </span>
          </span>
        </th>
      </tr>
      {alerts.map((alert) => (
        <AlertRow key={alert.alert_id} alert={alert} actions={actions} />
      ))}
    </TableBody>
  );
}

const GROUP_WORDS: Readonly<Partial<Record<AlertState, string>>> = {
  firing: "Firing",
  pending: "Pending",
  no_data: "No data",
  ok: "OK",
};
