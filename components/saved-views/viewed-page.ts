import type { ViewedPage } from "@/domain/saved-view";

type Viewed = { path: string; ignores: readonly string[]; asByDefault?: string };

/** Where a page is, and what of its address says nothing about what it shows. */
export const VIEWED: Readonly<Record<ViewedPage, Viewed>> = {
  // The queue shows what is open now, whatever range the header carries from page to page.
  queue: { path: "/queue", ignores: ["range", "from", "to"], asByDefault: "view=open" },
  explore: { path: "/explore", ignores: [] },
  events: { path: "/events", ignores: [] },
};

/** The part of an address that makes the view, in an order of its own, so that equal views are equal texts. */
export function viewQueryOf(page: ViewedPage, search: string): string {
  const { ignores, asByDefault } = VIEWED[page];
  const kept = [...new URLSearchParams(search)].filter(
    (pair) => !ignores.includes(pair[0]) && pair.join("=") !== asByDefault,
  );
  return new URLSearchParams(
    kept.sort((one, other) => (one.join("\0") < other.join("\0") ? -1 : 1)),
  ).toString();
}

/** The address that shows a view. */
export function viewHref(page: ViewedPage, query: string): string {
  return `${VIEWED[page].path}${query === "" ? "" : `?${query}`}`;
}
