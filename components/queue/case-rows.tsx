"use client";

import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { RowLink, Table, TableBody, TableHead, Td, Th, Tr } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import type { CaseItem } from "@/lib/contract/cases";
import { caseHref } from "./case-href";
import { DeadlineMark } from "./deadline-mark";
import { placeOf } from "./describe-place";
import { EvidenceSummary } from "./evidence-summary";
import { FlagList } from "./flag-list";
import type { HeldRows } from "./hold-rows";
import { HolderMark } from "./holder-mark";
import { SettledMark } from "./settled-mark";

type CaseRowsProps = {
  rows: HeldRows<CaseItem>["rows"];
  /** Settled cases show how they ended instead of what is due */
  settled: boolean;
};

/** One row per intent. On small screens what is left out of the columns stands in the first cell. */
export function CaseRows({ rows, settled }: CaseRowsProps) {
  return (
    <Table caption="Cases">
      <TableHead>
        <Th>Tool and key</Th>
        <Th className="max-xl:hidden">Where</Th>
        <Th numeric className="max-md:hidden">
          Attempts
        </Th>
        <Th className="max-md:hidden">First tried</Th>
        <Th>{settled ? "Verdict" : "Deadline"}</Th>
        {!settled && <Th className="max-sm:hidden">Held by</Th>}
        <Th className="max-xl:hidden">Machine evidence, flags</Th>
      </TableHead>
      <TableBody>
        {rows.map(({ item, gone }) => (
          <CaseRow key={item.case_id} item={item} gone={gone} settled={settled} />
        ))}
      </TableBody>
    </Table>
  );
}

function CaseRow({ item, gone, settled }: { item: CaseItem; gone: boolean; settled: boolean }) {
  return (
    <Tr className={cn("h-13 align-top", gone && "bg-sunken text-muted")} data-gone={gone || undefined}>
      <Td className="w-full max-w-0 py-2 align-top xl:w-1/4">
        <IntentCell item={item} gone={gone} />
      </Td>
      <Td className="w-1/6 max-w-0 py-2 align-top max-xl:hidden">
        <div className="truncate">{item.tenant ?? <span className="text-faint">no tenant</span>}</div>
        <div className="truncate text-faint text-xs">{placeOf(item)}</div>
      </Td>
      <Td numeric className="py-2 align-top max-md:hidden">
        {item.attempt_count}
      </Td>
      <Td className="py-2 align-top max-md:hidden">
        <Time iso={item.first_attempt_at} display="relative" />
        {item.opening > 1 && <div className="text-faint text-xs">reopened</div>}
      </Td>
      <Td className="py-2 align-top">{settled ? <SettledMark of={item} /> : <DeadlineMark of={item} />}</Td>
      {!settled && (
        <Td className="max-w-32 py-2 align-top max-sm:hidden">
          <HolderMark {...item} />
        </Td>
      )}
      <Td className="py-2 align-top max-xl:hidden">
        <Signals of={item} />
      </Td>
    </Tr>
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
      <div className="flex flex-col gap-1 pt-1 xl:hidden">
        <div className="truncate text-faint text-xs">
          {item.tenant ?? "no tenant"} · {placeOf(item)}
        </div>
        <Signals of={item} />
      </div>
    </>
  );
}

/** What speaks up about a case by itself: machines' reports and flags; nothing where there is nothing. */
function Signals({ of }: { of: CaseItem }) {
  return (
    <div className="flex flex-col items-start gap-1 empty:hidden">
      <EvidenceSummary of={of} />
      {of.flags.length > 0 && <FlagList flags={of.flags} />}
    </div>
  );
}
