"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { cn } from "./cn";

type PageTabsProps = {
  /** Names the list for readers */
  label: string;
  pages: readonly { href: string; label: string }[];
  /** A query string that goes along to each page, with its `?` */
  search?: string;
};

/** Tabs that are pages of their own; the page one is in, or below, is the marked one. */
export function PageTabs({ label, pages, search = "" }: PageTabsProps) {
  const path = usePathname();
  const [here] = pages
    .filter(({ href }) => path === href || path.startsWith(`${href}/`))
    .toSorted((a, b) => b.href.length - a.href.length);
  return (
    <nav aria-label={label} className="overflow-x-auto border-b">
      <ul className="flex gap-4">
        {pages.map((page) => (
          <li key={page.href}>
            <Link
              href={`${page.href}${search}`}
              aria-current={path === page.href ? "page" : undefined}
              className={cn(
                "-mb-px flex h-9 items-center whitespace-nowrap border-b-2 font-medium text-sm focus-visible:-outline-offset-2",
                page === here ? "border-accent text-ink" : "border-transparent text-muted hover:text-ink",
              )}
            >
              {page.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
