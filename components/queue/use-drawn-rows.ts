"use client";

import { defaultRangeExtractor, type Range, useWindowVirtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useRef, useState } from "react";
import { openedRow } from "./list-place";

/** Up to here all rows are drawn: the page's own search finds them, and nothing has to be measured. */
const DRAWN_WHOLE = 150;
/** As high as a row mostly is; each is measured once it is drawn. */
const ROW_HEIGHT_PX = 53;
/** Drawn beyond what is in sight, so that `j` and `k` always find the next. */
const BEYOND = 15;

type Row = { item: { case_id: string } };

export type DrawnPart<T> = { key: string; gap: number } | { row: T; index: number };

/**
 * Which rows of a long list are drawn: those near what is in sight, the one that has the focus, and the one that was
 * opened and waits to have it back. With 1,300 rows drawn, ticking one took half a second. `body` goes on their tbody.
 */
export function useDrawnRows<T extends Row>(rows: readonly T[]) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState(0);
  const whole = rows.length <= DRAWN_WHOLE;
  useLayoutEffect(() => {
    const rect = body.current?.getBoundingClientRect();
    if (rect) setTop(Math.round(rect.top + window.scrollY));
  });
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    enabled: !whole,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: BEYOND,
    scrollMargin: top,
    getItemKey: (index) => rows[index]?.item.case_id ?? index,
    rangeExtractor: (range) => withPinned(range, pinnedRows(rows, body.current)),
  });
  const measure = virtualizer.measureElement;
  if (whole) {
    return { whole, body, measure, parts: rows.map((row, index): DrawnPart<T> => ({ row, index })) };
  }
  return {
    whole,
    body,
    measure,
    parts: partsOf(rows, virtualizer.getVirtualItems(), virtualizer.getTotalSize(), top),
  };
}

/** The rows that must not vanish under who is at them. */
function pinnedRows(rows: readonly Row[], body: HTMLElement | null): number[] {
  const focused = body?.contains(document.activeElement) ? document.activeElement?.closest("tr") : null;
  const opened = openedRow();
  return [
    Number(focused?.dataset.index ?? -1),
    opened === null ? -1 : rows.findIndex(({ item }) => item.case_id === opened),
  ].filter((index) => index >= 0 && index < rows.length);
}

function withPinned(range: Range, pinned: readonly number[]): number[] {
  return [...new Set([...defaultRangeExtractor(range), ...pinned])].sort((one, other) => one - other);
}

type Placed = { index: number; start: number; end: number };

/** The drawn rows with gaps as high as what is left out between them. `top`: where the first row begins. */
export function partsOf<T>(
  rows: readonly T[],
  drawn: readonly Placed[],
  height: number,
  top: number,
): DrawnPart<T>[] {
  const parts: DrawnPart<T>[] = [];
  let end = top;
  for (const { index, start, end: next } of drawn) {
    const row = rows[index];
    if (row === undefined) continue;
    if (start > end) parts.push({ key: `before ${index}`, gap: start - end });
    parts.push({ row, index });
    end = next;
  }
  if (top + height > end) parts.push({ key: "rest", gap: top + height - end });
  return parts;
}
