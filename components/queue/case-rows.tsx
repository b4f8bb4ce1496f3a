"use client";

import { memo } from "react";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { RowLink, Table, TableHead, Td, Th, Tr } from "@/components/ui/table";
import type { CaseItem } from "@/lib/contract/cases";
import { AgeMark } from "./age-mark";
import { caseHref } from "./case-href";
import { DeadlineMark } from "./deadline-mark";
import { DeliveryColumns, DeliveryHeads } from "./delivery-cell";
import { placeOf } from "./describe-place";
import { HandsMark } from "./hands-mark";
import type { HeldRows } from "./hold-rows";
import { ProposalMark } from "./proposal-mark";
import { RowSignals } from "./row-signals";
import { SelectAll, SelectRow } from "./select-row";
import { SettledMark } from "./settled-mark";
import { useDrawnRows } from "./use-drawn-rows";
import type { RowSelection } from "./use-selection";

/** What the rows are looked at for: what is due, how it ended, or whether its answer arrived. */
export type RowsAbout = "deadline" | "verdict" | "delivery";

type CaseRowsProps = {
  rows: HeldRows<CaseItem>["rows"];
  about: RowsAbout;
  /** Undefined for who cannot act on them */
  selection: RowSelection | undefined;
};

/** One row per intent. On small screens what is left out of the columns stands in the first cell. */
export function CaseRows({ rows, about, selection }: CaseRowsProps) {
  const chosen = selection?.selection.ids;
  const drawn = useDrawnRows(rows);
  return (
    <Table caption="Cases" rowCount={drawn.whole ? undefined : rows.length + 1}>
      <TableHead>
        {selection && (
          <Th className="w-8">
            <SelectAll rows={rows} {...selection} />
          </Th>
        )}
        <Th>Tool and key</Th>
        <Th className="max-xl:hidden">Where</Th>
        {about === "delivery" ? <DeliveryHeads /> : <CaseHeads about={about} />}
      </TableHead>
      <tbody ref={drawn.body}>
        {drawn.parts.map((part) =>
          "gap" in part ? (
            <Gap key={part.key} height={part.gap} />
          ) : (
            <CaseRow
              key={part.row.item.case_id}
              item={part.row.item}
              gone={part.row.gone}
              index={part.index}
              measure={drawn.whole ? undefined : drawn.measure}
              about={about}
              selected={chosen?.has(part.row.item.case_id)}
              onSelect={selection?.toggle}
            />
          ),
        )}
      </tbody>
    </Table>
  );
}

function CaseHeads({ about }: { about: RowsAbout }) {
  return (
    <>
      <Th numeric className="w-16 max-md:hidden">
        Attempts
      </Th>
      <Th className="w-32 max-md:hidden">Age</Th>
      <Th className="w-44">{about === "deadline" ? "Deadline" : "Verdict"}</Th>
      {about === "deadline" && <Th className="w-36 max-sm:hidden">In whose hands</Th>}
      <Th className="max-xl:hidden">Machine evidence, flags</Th>
    </>
  );
}

/** The place of rows that are not drawn. */
function Gap({ height }: { height: number }) {
  return (
    <tr aria-hidden style={{ height }}>
      <td />
    </tr>
  );
}

type CaseRowProps = {
  item: CaseItem;
  gone: boolean;
  /** From 0, in the whole list */
  index: number;
  /** Undefined where all rows are drawn */
  measure: ((row: HTMLTableRowElement | null) => void) | undefined;
  about: RowsAbout;
  /** Undefined for who cannot act on it */
  selected: boolean | undefined;
  onSelect: RowSelection["toggle"] | undefined;
};

/** Drawn anew only when something of it changed: a list may hold more than a thousand. */
const CaseRow = memo(function CaseRow({
  item,
  gone,
  index,
  measure,
  about,
  selected,
  onSelect,
}: CaseRowProps) {
  return (
    <Tr
      ref={measure}
      data-index={index}
      aria-rowindex={measure && index + 2}
      selected={selected === true}
      className={cn("h-13 align-top", gone && "bg-sunken text-muted")}
      data-gone={gone || undefined}
    >
      {selected !== undefined && onSelect && (
        <Td className="p-0 align-top">
          <SelectRow item={item} selected={selected} onSelect={onSelect} />
        </Td>
      )}
      <Td className="w-full max-w-0 py-2 align-top xl:w-1/4">
        <IntentCell item={item} gone={gone} />
      </Td>
      <Td className="w-1/6 max-w-0 py-2 align-top max-xl:hidden">
        <div className="truncate">{item.tenant ?? <span className="text-faint">no tenant</span>}</div>
        <div className="truncate text-faint text-xs">{placeOf(item)}</div>
      </Td>
      {about === "delivery" ? <DeliveryColumns of={item} /> : <CaseColumns item={item} about={about} />}
    </Tr>
  );
});

function CaseColumns({ item, about }: { item: CaseItem; about: RowsAbout }) {
  return (
    <>
      <Td numeric className="py-2 align-top max-md:hidden">
        {item.attempt_count}
      </Td>
      <Td className="py-2 align-top max-md:hidden">
        <AgeMark of={item} />
      </Td>
      <Td className="whitespace-nowrap py-2 align-top">
        {about === "deadline" ? <DeadlineMark of={item} /> : <SettledMark of={item} />}
      </Td>
      {about === "deadline" && (
        <Td className="max-w-36 py-2 align-top max-sm:hidden">
          <HandsMark of={item} />
        </Td>
      )}
      <Td className="py-2 align-top max-xl:hidden">
        <RowSignals of={item} />
      </Td>
    </>
  );
}

function IntentCell({ item, gone }: { item: CaseItem; gone: boolean }) {
  return (
    <>
      <div className="flex items-center gap-2">
        <RowLink href={caseHref(item.case_id)} data-case-id={item.case_id} className="truncate">
          {item.tool ?? "unreadable report"}
        </RowLink>
        {gone && <Badge tone="outline">left this view</Badge>}
      </div>
      <div className="truncate text-xs">
        {item.idempotency_key === null ? (
          <span className="text-faint">no idempotency key</span>
        ) : (
          <code title={item.idempotency_key} className="text-muted">
            {item.idempotency_key}
          </code>
        )}
      </div>
      <div className="pt-1 text-xs empty:hidden sm:hidden">
        <ProposalMark of={item} />
      </div>
      <div className="flex flex-col gap-1 pt-1 xl:hidden">
        <div className="truncate text-faint text-xs">
          {item.tenant ?? "no tenant"} · {placeOf(item)}
        </div>
        <RowSignals of={item} />
      </div>
    </>
  );
}
