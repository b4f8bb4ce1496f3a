"use client";

import { type ReactNode, useRef } from "react";
import { usePageKeys } from "./page-keys";

/** Rows of the list below a root, by their `RowLink`s, moved by `step` from the focused one. */
function moveFocus(root: HTMLElement | null, step: 1 | -1): void {
  const links = [...(root?.querySelectorAll<HTMLElement>("[data-row-link]") ?? [])];
  const focused = document.activeElement;
  const here = focused instanceof HTMLElement ? links.indexOf(focused) : -1;
  const next = here === -1 ? (step === 1 ? 0 : links.length - 1) : here + step;
  const link = links[next];
  link?.focus();
  link?.scrollIntoView({ block: "nearest" });
}

/** Gives the list inside it `j` and `k`; Enter opens, as any link does. */
export function ListKeys({ children }: { children: ReactNode }) {
  const root = useRef<HTMLDivElement>(null);
  usePageKeys([
    { keys: "j", label: "Next row", run: () => moveFocus(root.current, 1) },
    { keys: "k", label: "Row before", run: () => moveFocus(root.current, -1) },
  ]);
  return <div ref={root}>{children}</div>;
}
