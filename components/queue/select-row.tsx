"use client";

import { RowTick } from "@/components/ui/row-tick";
import type { CaseItem } from "@/lib/contract/cases";
import type { HeldRows } from "./hold-rows";
import type { RowSelection } from "./use-selection";

type SelectRowProps = { item: CaseItem; selected: boolean; onSelect: RowSelection["toggle"] };

/** The tick of a row; with Shift it selects on from where the last one stands. */
export function SelectRow({ item, selected, onSelect }: SelectRowProps) {
  return (
    <RowTick
      label={`Select ${item.tool ?? "unreadable report"} ${item.idempotency_key ?? ""}`}
      checked={selected}
      onChange={(on) => onSelect(item.case_id, on)}
    />
  );
}

type SelectAllProps = { rows: HeldRows<CaseItem>["rows"] } & Pick<RowSelection, "selection" | "all">;

/** Ticks all listed rows; half ticked while only some are. */
export function SelectAll({ rows, selection, all }: SelectAllProps) {
  const count = rows.filter(({ item }) => selection.ids.has(item.case_id)).length;
  const every = rows.length > 0 && count === rows.length;
  return <RowTick label="Select all listed" checked={every} partly={count > 0 && !every} onChange={all} />;
}
