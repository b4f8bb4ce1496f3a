"use client";

import { Ellipsis } from "lucide-react";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Menu } from "@/components/ui/menu";
import { RowLink, Td, Tr } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { alertHistoryHref, alertHref } from "@/lib/client/alerts";
import type { Alert } from "@/lib/contract/alerts";
import { type AlertActions, AlertMenuItems, asksForAcknowledgement } from "./alert-actions";
import { AlertNotes } from "./alert-notes";
import { AlertValue } from "./alert-value";
import { conditionWords, placeWords, valueWords } from "./alert-words";

type AlertRowProps = { alert: Alert; actions: AlertActions };

/** One alert: what it watches, what it measured, since when it stands so, and what can be done. */
export function AlertRow({ alert, actions }: AlertRowProps) {
  const { alert_id, name, condition, fired_lately } = alert;
  return (
    <Tr>
      <Td className="min-w-64 max-w-xl py-1.5 align-top">
        <RowLink href={alertHref(alert_id)} data-alert={alert_id} className="break-words">
          {name}
        </RowLink>
        <p className="text-muted text-xs">
          {conditionWords(condition)} · {placeWords(alert)}
        </p>
        <AlertNotes alert={alert} />
      </Td>
      <Td className="py-1.5 align-top">
        <AlertValue alert={alert} />
      </Td>
      <Td className="py-1.5 align-top">
        <Since alert={alert} />
      </Td>
      <Td numeric className="py-1.5 align-top">
        {fired_lately === 0 ? (
          <span className="text-faint">never</span>
        ) : (
          <Link
            href={alertHistoryHref(alert_id)}
            className="relative whitespace-nowrap underline-offset-2 hover:underline"
          >
            {fired_lately}
            <span aria-hidden> ×</span>
            <span className="sr-only"> times</span>
          </Link>
        )}
      </Td>
      <Td className="py-1.5 align-top">
        <RowActions alert={alert} actions={actions} />
      </Td>
    </Tr>
  );
}

function Since({ alert: { state, state_since, unknown_since, firing, condition } }: { alert: Alert }) {
  return (
    <>
      <Time iso={state_since} display="relative" past />
      {state === "firing" && firing !== null && (
        <p className="whitespace-nowrap text-muted text-xs">at most {valueWords(condition, firing.peak)}</p>
      )}
      {state === "firing" && unknown_since !== null && (
        <p className="whitespace-nowrap text-muted text-xs">
          nothing known since <Time iso={unknown_since} display="relative" past />
        </p>
      )}
      {state === "resolved" && <p className="text-muted text-xs">resolved</p>}
    </>
  );
}

function RowActions({ alert, actions }: AlertRowProps) {
  if (!alert.may_change) return null;
  return (
    <span className="relative flex items-center justify-end gap-1">
      {asksForAcknowledgement(alert) && (
        <Button size="sm" onClick={() => actions.acknowledge(alert)}>
          Acknowledge
        </Button>
      )}
      <Menu
        align="end"
        trigger={<IconButton label={`Actions for ${alert.name}`} icon={<Ellipsis />} size="sm" />}
      >
        <AlertMenuItems alert={alert} actions={actions} />
      </Menu>
    </span>
  );
}
