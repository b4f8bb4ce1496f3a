"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
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
  const strip = useRef<HTMLElement>(null);
  const marked = useRef<HTMLLIElement>(null);
  // Where they do not fit, another one must come into sight.
  useEffect(() => {
    if (!strip.current || !marked.current) return;
    const room = strip.current.clientWidth - marked.current.offsetWidth;
    strip.current.scrollLeft = marked.current.offsetLeft - room / 2;
  }, [here?.href]);
  return (
    <nav ref={strip} aria-label={label} className="scroll-hint relative overflow-x-auto border-b">
      <ul className="flex gap-4">
        {pages.map((page) => (
          <li key={page.href} ref={page === here ? marked : undefined}>
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
