"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { CountBars } from "@/components/charts/count-bars";
import { formatCount, formatShare } from "@/components/charts/prepare-format";
import { Dialog } from "@/components/ui/dialog";
import { KeyValues } from "@/components/ui/key-values";
import { Table, TableBody, TableHead, Td, Th, Tr } from "@/components/ui/table";
import type { Filters } from "@/lib/client/filter-params";
import { quarantineHref } from "@/lib/client/intake";
import type { IntakeSource } from "@/lib/contract/intake";
import { describeLag } from "./lag-words";
import { SourceState } from "./source-state";

type SourcePanelProps = { of: IntakeSource; filters: Filters; onClose: () => void };

/** One source in full: what was refused and why, how late its events are, and by which door it sends. */
export function SourcePanel({ of, filters, onClose }: SourcePanelProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={of.source}
      description={<SourceState state={of.state} last_received_at={of.last_received_at} />}
    >
      <div className="flex flex-col gap-6">
        <Part title="Rejected, by reason">
          <Reasons of={of} filters={filters} />
        </Part>
        <div className="grid gap-6 md:grid-cols-2">
          <Part title="From occurred to stored">
            <Lag of={of} />
          </Part>
          <Part title="Of its accepted events">
            <Marks of={of} />
          </Part>
        </div>
        <Part title="By door">
          <Doors of={of} />
        </Part>
      </div>
    </Dialog>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="pb-2 font-semibold">{title}</h3>
      {children}
    </section>
  );
}

function Reasons({
  of: { source_id, conflict, rejected_by_reason },
  filters,
}: Omit<SourcePanelProps, "onClose">) {
  const rows = [
    ...rejected_by_reason,
    ...(conflict > 0 ? [{ door: null, reason: "conflict", items: conflict }] : []),
  ];
  if (rows.length === 0) return <p className="text-muted text-sm">Nothing was refused in this range.</p>;
  const most = Math.max(...rows.map(({ items }) => items));
  return (
    <CountBars
      caption="Rejected, by reason"
      columns={["Reason", "Items"]}
      bars={rows.map(({ door, reason, items }) => ({
        key: `${door} ${reason}`,
        label: (
          <>
            <code className="text-ink">{reason}</code>
            {door !== null && door !== "events" && <span className="text-faint"> {door}</span>}
          </>
        ),
        count: items,
        length: items / most,
        href: quarantineHref({ source_id, door, reason }, filters),
      }))}
    />
  );
}

function Lag({ of: { lag } }: { of: IntakeSource }) {
  const most = Math.max(...lag.distribution.map(({ events }) => events));
  if (most === 0) return <p className="text-muted text-sm">Undefined: no event was accepted.</p>;
  return (
    <CountBars
      caption="Events by lag"
      columns={["Lag", "Events"]}
      bars={lag.distribution.map(({ bound, events }) => ({
        key: bound,
        label: describeLag(bound),
        count: events,
        length: events / most,
      }))}
    />
  );
}

function Marks({ of }: { of: IntakeSource }) {
  const { shares, accepted_events } = of;
  const value = (items: number, share: number | null, href?: string) => {
    if (share === null) return "–";
    const words = `${formatCount(items)} · ${formatShare(share)}`;
    return href && items > 0 ? (
      <Link href={href} className="underline-offset-2 hover:underline">
        {words}
      </Link>
    ) : (
      words
    );
  };
  return (
    <KeyValues
      items={[
        { key: "Accepted events", value: formatCount(accepted_events) },
        { key: "Clock skewed", value: value(of.skewed, shares.skewed) },
        { key: "Sanitized", value: value(of.sanitized, shares.sanitized) },
        { key: "Scrubbed", value: value(of.scrubbed, shares.scrubbed) },
        { key: "Code is no token", value: value(of.malformed_code, shares.malformed_code) },
        { key: "Message cut", value: value(of.message_cut, shares.message_cut) },
        { key: "Leaked", value: value(of.leaked, shares.leaked, "/intake/leaks") },
      ]}
    />
  );
}

function Doors({ of: { doors, source } }: { of: IntakeSource }) {
  if (doors.length === 0) return <p className="text-muted text-sm">Nothing came in this range.</p>;
  return (
    <Table caption={`What ${source} sent, by door`} focusable className="[&_thead]:bg-raised">
      <TableHead>
        <Th>Door</Th>
        <Th numeric>accepted</Th>
        <Th numeric>duplicate</Th>
        <Th numeric>conflict</Th>
        <Th numeric>rejected</Th>
      </TableHead>
      <TableBody>
        {doors.map(({ door, accepted, duplicate, conflict, rejected }) => (
          <Tr key={door}>
            <Td>{door}</Td>
            <Td numeric>{formatCount(accepted)}</Td>
            <Td numeric>{formatCount(duplicate)}</Td>
            <Td numeric>{formatCount(conflict)}</Td>
            <Td numeric>{formatCount(rejected)}</Td>
          </Tr>
        ))}
      </TableBody>
    </Table>
  );
}
