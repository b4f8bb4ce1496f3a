"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { cn } from "@/components/ui/cn";
import { useSession } from "@/lib/client/session";
import { settingsPagesFor } from "@/lib/client/settings-pages";

/** The parts of the settings that this person may open. */
export function SettingsNav() {
  const here = usePathname();
  const { capabilities } = useSession();
  const pages = settingsPagesFor(capabilities);
  return (
    <nav aria-label="Settings" className="overflow-x-auto border-b">
      <ul className="flex gap-4">
        {pages.map(({ href, label }) => (
          <li key={href}>
            <Link
              href={href}
              aria-current={here === href ? "page" : undefined}
              className={cn(
                "-mb-px flex h-9 items-center whitespace-nowrap border-b-2 font-medium text-sm focus-visible:-outline-offset-2",
                here === href || here.startsWith(`${href}/`)
                  ? "border-accent text-ink"
                  : "border-transparent text-muted hover:text-ink",
              )}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
