"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { cn } from "@/components/ui/cn";
import type { Capability } from "@/domain/permissions";
import { useSession } from "@/lib/client/session";

const PAGES: readonly { href: string; label: string; capability: Capability | null }[] = [
  { href: "/settings/profile", label: "Profile", capability: null },
  { href: "/settings/people", label: "People", capability: "people.manage" },
  { href: "/settings/keys", label: "Keys", capability: "keys.manage" },
  { href: "/settings/tools", label: "Tools", capability: "tools.read" },
  { href: "/settings/installation", label: "Installation", capability: "settings.manage" },
];

/** The parts of the settings that this person may open. */
export function SettingsNav() {
  const here = usePathname();
  const { capabilities } = useSession();
  const pages = PAGES.filter(({ capability }) => capability === null || capabilities.includes(capability));
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
                here === href ? "border-accent text-ink" : "border-transparent text-muted hover:text-ink",
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
