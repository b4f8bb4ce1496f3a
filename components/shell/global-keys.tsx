"use client";

import { useRouter } from "next/navigation";
import { usePageKeys } from "@/components/ui/page-keys";
import { useFilterSearch } from "@/lib/client/filters";
import { useSession } from "@/lib/client/session";
import { placesFor } from "./nav";
import { showOverlay } from "./overlays";
import { focusPasteBox } from "./paste-box";

/** The keys that work on every page. */
export function GlobalKeys() {
  const router = useRouter();
  const search = useFilterSearch();
  const { capabilities } = useSession();
  usePageKeys([
    { keys: "/", label: "Find a reference", group: "Everywhere", run: focusPasteBox },
    { keys: "?", label: "Keys of this page", group: "Everywhere", run: () => showOverlay("keys") },
    ...placesFor(capabilities).map((place) => ({
      keys: `g ${place.key}`,
      label: place.label,
      group: "Go to",
      run: () => router.push(`${place.href}${search}`),
    })),
  ]);
  return null;
}
