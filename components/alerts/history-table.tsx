"use client";

import { Bell, BellOff, Check, type LucideIcon, Pencil, Plus, Trash2 } from "lucide-react";
import Link from "next/link";
import { Table, TableBody, TableHead, Td, Th, Tr } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { ALERT_STATES, type AlertChangeKind, type AlertState } from "@/domain/alerts/states";
import { alertHref } from "@/lib/client/alerts";
import type { AlertChangeItem } from "@/lib/contract/alerts";
import { AlertStateMark } from "./alert-state";
import { KIND_WORDS, measureWords } from "./alert-words";
import { changeWords } from "./history-words";

type HistoryTableProps = {
  changes: readonly AlertChangeItem[];
  /** Of one alert: its name need not stand in every row */
  ofOne?: boolean;
};

/** What alerts did and what was done to them, newest first. */
export function HistoryTable({ changes, ofOne = false }: HistoryTableProps) {
  return (
    <Table caption="What happened to alerts" focusable className="max-lg:scroll-hint">
      <TableHead>
        <Th>When</Th>
        {!ofOne && <Th>Alert</Th>}
        <Th>What</Th>
        <Th numeric>Value</Th>
        <Th>Known of it</Th>
      </TableHead>
      <TableBody>
        {changes.map((change) => (
          <Tr key={change.change_id}>
            <Td className="whitespace-nowrap">
              <Time iso={change.at} seconds={false} past />
            </Td>
            {!ofOne && (
              <Td className="min-w-48">
                <Named change={change} />
              </Td>
            )}
            <Td>
              <ChangeMark of={change.kind} />
            </Td>
            <Td numeric className="whitespace-nowrap">
              {change.value !== null && measureWords(change.alert_kind, change.value)}
            </Td>
            <Td className="min-w-48 max-w-xl">
              <Known change={change} />
            </Td>
          </Tr>
        ))}
      </TableBody>
    </Table>
  );
}

function Named({ change: { alert_id, name, removed, alert_kind } }: { change: AlertChangeItem }) {
  return (
    <>
      {removed ? (
        <span>
          {name} <span className="text-faint">(removed)</span>
        </span>
      ) : (
        <Link href={alertHref(alert_id)} className="font-medium underline-offset-2 hover:underline">
          {name}
        </Link>
      )}
      <p className="text-muted text-xs">{KIND_WORDS[alert_kind].label}</p>
    </>
  );
}

function Known({ change }: { change: AlertChangeItem }) {
  const words = changeWords(change);
  const { by, note, until } = change;
  return (
    <>
      {words}{" "}
      {until && (
        <>
          until <Time iso={until} display="absolute" seconds={false} />{" "}
        </>
      )}
      {by && <span className="text-muted">by {by}</span>}
      {note && <span>: {note}</span>}
    </>
  );
}

const DEEDS: Readonly<Record<Exclude<AlertChangeKind, AlertState>, { word: string; icon: LucideIcon }>> = {
  created: { word: "made", icon: Plus },
  changed: { word: "changed", icon: Pencil },
  removed: { word: "removed", icon: Trash2 },
  muted: { word: "muted", icon: BellOff },
  unmuted: { word: "unmuted", icon: Bell },
  acknowledged: { word: "acknowledged", icon: Check },
};

const isState = (kind: AlertChangeKind): kind is AlertState => ALERT_STATES.some((state) => state === kind);

function ChangeMark({ of }: { of: AlertChangeKind }) {
  if (isState(of)) return <AlertStateMark of={of} />;
  const { word, icon: Icon } = DEEDS[of];
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap align-middle">
      <Icon aria-hidden className="size-3.5 shrink-0 text-muted" strokeWidth={2.25} />
      {word}
    </span>
  );
}
