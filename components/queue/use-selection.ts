"use client";

import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { focusedRowLink, moveRowFocus } from "@/components/ui/list-keys";
import { type PageKey, usePageKeys } from "@/components/ui/page-keys";
import {
  extendTo,
  NOTHING_SELECTED,
  type Selection,
  selectMatching,
  toggleAll,
  toggleRow,
} from "./selection";

function focusedId(root: HTMLElement | null): string | null {
  return focusedRowLink(root)?.dataset.caseId ?? null;
}

/** The selected rows of the list below `root`, by mouse and by keys. `order`: the listed cases, as they stand. */
export function useSelection(
  root: RefObject<HTMLElement | null>,
  order: readonly string[],
  enabled: boolean,
) {
  const [selection, setSelection] = useState<Selection>(NOTHING_SELECTED);
  const clear = () => setSelection(NOTHING_SELECTED);
  const matching = () => setSelection(selectMatching(order));
  const newestOrder = useRef(order);
  useEffect(() => {
    newestOrder.current = order;
  });
  // One for the life of the list: each of its rows is handed it, and would be drawn anew for another.
  const toggle = useCallback(
    (id: string, range: boolean) =>
      setSelection((before) => (range ? extendTo(before, newestOrder.current, id) : toggleRow(before, id))),
    [],
  );
  const extend = (step: 1 | -1) => {
    const from = focusedId(root.current);
    moveRowFocus(root.current, step);
    const to = focusedId(root.current);
    if (to !== null) setSelection((before) => extendTo(before, order, to, from ?? to));
  };
  const keys: PageKey[] = [
    {
      keys: "x",
      label: "Select the row, or not",
      run: () => {
        const id = focusedId(root.current);
        if (id !== null) toggle(id, false);
      },
    },
    { keys: "J", shown: "Shift j", label: "Select on to the next row", run: () => extend(1) },
    { keys: "K", shown: "Shift k", label: "Select on to the row before", run: () => extend(-1) },
    { keys: "a", label: "Select all that match", run: matching },
  ];
  if (selection.ids.size > 0)
    keys.push({ keys: "Escape", shown: "Esc", label: "Select nothing", run: clear });
  usePageKeys(enabled ? keys : []);
  return {
    selection,
    toggle,
    clear,
    matching,
    all: () => setSelection((before) => toggleAll(before, order)),
  };
}

export type RowSelection = Pick<ReturnType<typeof useSelection>, "selection" | "toggle" | "all">;
