"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { cn } from "@/components/ui/cn";
import { useFilterSearch } from "@/lib/client/filters";
import { useSession } from "@/lib/client/session";
import { FiringCount } from "./firing-count";
import { placeOf, placesFor } from "./nav";

/** The places this person may see; the range, service and environment go along. */
export function NavList({ onNavigate }: { onNavigate?: () => void }) {
  const { capabilities } = useSession();
  const current = placeOf(usePathname());
  const search = useFilterSearch();
  return (
    <nav aria-label="Main">
      <ul className="flex flex-col gap-0.5">
        {placesFor(capabilities).map((place) => {
          const here = place.href === current?.href;
          return (
            <li key={place.href}>
              <Link
                href={`${place.href}${search}`}
                onClick={onNavigate}
                aria-current={here ? "page" : undefined}
                className={cn(
                  "flex h-8 items-center gap-2.5 rounded-md px-2 text-sm transition-colors hover:bg-hover",
                  place.within !== undefined && "ml-4",
                  here ? "bg-hover font-medium text-ink" : "text-muted hover:text-ink",
                )}
              >
                <place.icon aria-hidden className={cn("size-4", here && "text-accent")} />
                {place.label}
                {place.href === "/alerts" && <FiringCount />}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
