"use client";

import { type ReactNode, useRef } from "react";
import { usePageKeys } from "./page-keys";

/** The `RowLink` of the row that has the focus, be it on the link or on another control of the row. */
export function focusedRowLink(root: HTMLElement | null): HTMLElement | null {
  const focused = document.activeElement;
  if (!root?.contains(focused)) return null;
  return focused?.closest("tr, li")?.querySelector<HTMLElement>("[data-row-link]") ?? null;
}

/** Moves the focus by `step` from the focused row of the list below `root`; from nowhere, to its first or last. */
export function moveRowFocus(root: HTMLElement | null, step: 1 | -1): void {
  const links = [...(root?.querySelectorAll<HTMLElement>("[data-row-link]") ?? [])];
  const focused = focusedRowLink(root);
  const here = focused === null ? -1 : links.indexOf(focused);
  const next = here === -1 ? (step === 1 ? 0 : links.length - 1) : here + step;
  const link = links[next];
  link?.focus();
  link?.scrollIntoView({ block: "nearest" });
}

/** Gives the list inside it `j` and `k`; Enter opens, as any link does. */
export function ListKeys({ children }: { children: ReactNode }) {
  const root = useRef<HTMLDivElement>(null);
  usePageKeys([
    { keys: "j", label: "Next row", run: () => moveRowFocus(root.current, 1) },
    { keys: "k", label: "Row before", run: () => moveRowFocus(root.current, -1) },
  ]);
  return <div ref={root}>{children}</div>;
}
