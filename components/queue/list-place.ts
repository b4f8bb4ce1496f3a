"use client";

import { useHydrated } from "@/components/ui/use-hydrated";

/** Where the person was in the list, so that Esc brings them back to that very row of that very view. */
let listHref = "/queue";
let openedCase: string | null = null;
let lengthAtOpening: number | null = null;

export function rememberList(href: string): void {
  listHref = href;
}

/** The list as it was last seen in this tab. */
export function lastList(): string {
  return listHref;
}

/** The same for links: on the server, and until the browser has taken over, the plain list. */
export function useLastList(): string {
  return useHydrated() ? listHref : "/queue";
}

/** Notes which row is being opened; the page of the case will be the next step of the tab's history. */
export function rememberOpened(case_id: string): void {
  openedCase = case_id;
  lengthAtOpening = window.history.length;
}

/** Whether the list is the step before this one, so that going back finds it just as it was left, scrolled as it was. */
export function isListBehind(): boolean {
  return lengthAtOpening !== null && window.history.length === lengthAtOpening + 1;
}

/** The row that was opened, while the focus has not been given back to it. */
export function openedRow(): string | null {
  return openedCase;
}

/** Gives the focus back to the row that was opened; once, and only if it is still there. */
export function focusOpened(root: HTMLElement): void {
  if (openedCase === null) return;
  const row = root.querySelector<HTMLElement>(`[data-case-id="${CSS.escape(openedCase)}"]`);
  openedCase = null;
  row?.focus();
}
