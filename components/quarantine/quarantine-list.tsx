"use client";

import { CircleHelp } from "lucide-react";
import { formatCount } from "@/components/charts/prepare-format";
import { Badge } from "@/components/ui/badge";
import { RowTick } from "@/components/ui/row-tick";
import { RowLink, Table, TableBody, TableHead, Td, Th, Tr } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import type { QuarantineItem } from "@/lib/contract/quarantine";
import { wordsOf } from "./reason-words";
import type { Chosen } from "./selection";

type ListProps = {
  items: readonly QuarantineItem[];
  open: number | null;
  hrefOf: (id: number) => string;
  chosen: Chosen;
  /** Undefined where nothing can be done to them */
  onToggle?: ((id: number) => void) | undefined;
  onToggleAll: () => void;
};

/** What was rejected, one row an item: when, what is wrong, and what it is about. */
export function QuarantineRows({ items, open, hrefOf, chosen, onToggle, onToggleAll }: ListProps) {
  return (
    <Table caption="Quarantined items" className="max-lg:scroll-hint">
      <TableHead>
        {onToggle && (
          <Th className="w-8">
            <ToggleAll items={items} chosen={chosen} onToggleAll={onToggleAll} />
          </Th>
        )}
        <Th>Reason</Th>
        <Th>Tool</Th>
        <Th>Reference</Th>
        <Th>Source</Th>
        <Th numeric>Times</Th>
        <Th numeric>Last came</Th>
      </TableHead>
      <TableBody>
        {items.map((item) => (
          <Row
            key={item.quarantine_id}
            item={item}
            href={hrefOf(item.quarantine_id)}
            open={open === item.quarantine_id}
            ticked={chosen.ids.has(item.quarantine_id)}
            onToggle={onToggle}
          />
        ))}
      </TableBody>
    </Table>
  );
}

type RowProps = { item: QuarantineItem; href: string; open: boolean; ticked: boolean } & Pick<
  ListProps,
  "onToggle"
>;

function Row({ item, href, open, ticked, onToggle }: RowProps) {
  const { quarantine_id: id, reason, tool, reference, times } = item;
  return (
    <Tr selected={open || ticked}>
      {onToggle && (
        <Td>
          <RowTick
            label={`Select ${reference ?? `item ${id}`}`}
            checked={ticked}
            onChange={() => onToggle(id)}
          />
        </Td>
      )}
      <Td className="max-w-80">
        <div className="flex flex-col gap-0.5 py-0.5">
          <RowLink href={href} scroll={false} data-item={id} aria-current={open || undefined}>
            {wordsOf(item).title}
          </RowLink>
          <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-muted text-xs">
            <code>{reason}</code>
            <span>{item.door}</span>
            {item.says_unknown && (
              <Badge tone="warn" icon={<CircleHelp aria-hidden />}>
                effect unknown
              </Badge>
            )}
            {item.not_replayable && item.state === "open" && (
              <Badge tone="outline">cannot be sent again</Badge>
            )}
            {item.state !== "open" && <Badge>{item.state === "replayed" ? "sent again" : "dismissed"}</Badge>}
          </span>
        </div>
      </Td>
      <Td className="max-w-48 truncate font-mono text-xs">{tool ?? <Missing what="no tool" />}</Td>
      <Td className="max-w-48 truncate font-mono text-xs">{reference ?? <Missing what="no reference" />}</Td>
      <Td className="max-w-36 truncate text-muted">{item.source ?? item.source_id}</Td>
      <Td numeric>{formatCount(times)}</Td>
      <Td numeric className="text-muted">
        <Time iso={item.last_received_at} display="relative" past />
      </Td>
    </Tr>
  );
}

const Missing = ({ what }: { what: string }) => <span className="font-sans text-faint">{what}</span>;

function ToggleAll({ items, chosen, onToggleAll }: Pick<ListProps, "items" | "chosen" | "onToggleAll">) {
  const count = items.filter(({ quarantine_id }) => chosen.ids.has(quarantine_id)).length;
  const every = items.length > 0 && count === items.length;
  return (
    <RowTick label="Select all listed" checked={every} partly={count > 0 && !every} onChange={onToggleAll} />
  );
}
