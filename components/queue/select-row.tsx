"use client";

import { useEffect, useRef } from "react";
import type { CaseItem } from "@/lib/contract/cases";
import type { HeldRows } from "./hold-rows";
import type { RowSelection } from "./use-selection";

const box = "relative z-1 flex h-9 w-8 cursor-pointer items-center";

type SelectRowProps = { item: CaseItem; selected: boolean; onSelect: RowSelection["toggle"] };

/** The tick of a row; with Shift it selects on from where the last one stands. */
export function SelectRow({ item, selected, onSelect }: SelectRowProps) {
  return (
    <label className={box}>
      <span className="sr-only">
        Select {item.tool ?? "unreadable report"} {item.idempotency_key ?? ""}
      </span>
      <input
        type="checkbox"
        checked={selected}
        onChange={({ nativeEvent }) =>
          onSelect(item.case_id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
        className="size-4 accent-accent"
      />
    </label>
  );
}

type SelectAllProps = { rows: HeldRows<CaseItem>["rows"] } & Pick<RowSelection, "selection" | "all">;

/** Ticks all listed rows; half ticked while only some are. */
export function SelectAll({ rows, selection, all }: SelectAllProps) {
  const input = useRef<HTMLInputElement>(null);
  const count = rows.filter(({ item }) => selection.ids.has(item.case_id)).length;
  const every = rows.length > 0 && count === rows.length;
  useEffect(() => {
    if (input.current) input.current.indeterminate = count > 0 && !every;
  }, [count, every]);
  return (
    <label className={box}>
      <span className="sr-only">Select all listed</span>
      <input ref={input} type="checkbox" checked={every} onChange={all} className="size-4 accent-accent" />
    </label>
  );
}
