"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Bell, BellOff, Check, Copy, Pencil, Trash2 } from "lucide-react";
import { MenuItem, MenuSeparator } from "@/components/ui/menu";
import { toast } from "@/components/ui/toast";
import { useOpen } from "@/components/ui/use-open";
import { alertHref, newAlertHref, refreshAlerts, unmuteAlert } from "@/lib/client/alerts";
import { describeError } from "@/lib/client/api-error";
import type { Alert } from "@/lib/contract/alerts";
import { AcknowledgeDialog } from "./acknowledge-dialog";
import { MuteDialog } from "./mute-dialog";
import { RemoveDialog } from "./remove-dialog";

/** What lies over the page: one thing that is done to an alert. */
type AlertOpen = { kind: "acknowledge" | "mute" | "remove"; alert: Alert };

export type AlertActions = ReturnType<typeof useAlertActions>;

/** Whether a firing waits for somebody to say that they look at it. */
export function asksForAcknowledgement({ state, firing, may_change }: Alert): boolean {
  return may_change && state === "firing" && firing !== null && firing.acknowledged_at === null;
}

/** What can be done to an alert; `dialogs` is where the forms for it stand. */
export function useAlertActions(onRemoved: () => void = () => {}) {
  const [open, setOpen] = useOpen<AlertOpen>();
  const client = useQueryClient();
  const unmute = useMutation({
    mutationFn: ({ alert_id }: Alert) => unmuteAlert(alert_id),
    onSuccess: ({ name }) => toast({ title: `“${name}” tells again`, tone: "ok" }),
    onError: (error) => toast({ title: describeError(error).message, tone: "danger" }),
    onSettled: () => refreshAlerts(client),
  });
  const close = () => setOpen(null);
  const removed = () => {
    close();
    onRemoved();
  };
  return {
    acknowledge: (alert: Alert) => asksForAcknowledgement(alert) && setOpen({ kind: "acknowledge", alert }),
    mute: (alert: Alert) => alert.may_change && setOpen({ kind: "mute", alert }),
    unmute: (alert: Alert) => alert.may_change && !unmute.isPending && unmute.mutate(alert),
    remove: (alert: Alert) => alert.may_change && setOpen({ kind: "remove", alert }),
    dialogs: (
      <>
        {open?.kind === "acknowledge" && <AcknowledgeDialog alert={open.alert} onClose={close} />}
        {open?.kind === "mute" && <MuteDialog alert={open.alert} onClose={close} />}
        {open?.kind === "remove" && <RemoveDialog alert={open.alert} onRemoved={removed} onClose={close} />}
      </>
    ),
  };
}

/** The items of an alert's menu. */
export function AlertMenuItems({ alert, actions }: { alert: Alert; actions: AlertActions }) {
  return (
    <>
      {asksForAcknowledgement(alert) && (
        <MenuItem icon={<Check aria-hidden />} shortcut="a" onSelect={() => actions.acknowledge(alert)}>
          Acknowledge
        </MenuItem>
      )}
      <MenuItem icon={<BellOff aria-hidden />} shortcut="m" onSelect={() => actions.mute(alert)}>
        {alert.muted_until === null ? "Mute" : "Mute until another time"}
      </MenuItem>
      {alert.muted_until !== null && (
        <MenuItem icon={<Bell aria-hidden />} onSelect={() => actions.unmute(alert)}>
          Unmute
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon={<Pencil aria-hidden />} href={`${alertHref(alert.alert_id)}/edit`}>
        Edit
      </MenuItem>
      <MenuItem icon={<Copy aria-hidden />} href={newAlertHref({ copy: alert.alert_id })}>
        Duplicate
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Trash2 aria-hidden />} onSelect={() => actions.remove(alert)}>
        Remove
      </MenuItem>
    </>
  );
}
