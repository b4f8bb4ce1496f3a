"use client";

import { useQuery } from "@tanstack/react-query";
import { useHydrated } from "@/components/ui/use-hydrated";
import { alertsQuery } from "@/lib/client/alerts";
import { unlessLive } from "@/lib/client/live-connection";

/** On every page, so not as often as on the page of the alerts itself. */
const INTERVAL_MS = 30_000;

/** How many alerts fire now, beside their place; nothing where none does. What is muted asks for nobody. */
export function FiringCount() {
  // The page may bring the alerts before the navigation, which was drawn without them, has been taken over.
  const hydrated = useHydrated();
  const { data } = useQuery({ ...alertsQuery, refetchInterval: unlessLive(INTERVAL_MS) });
  const firing = data?.items.filter(
    ({ state, muted_until }) => state === "firing" && muted_until === null,
  ).length;
  if (!firing || !hydrated) return null;
  return (
    <span className="ml-auto rounded-sm bg-danger-soft px-1.5 font-medium text-danger text-xs tabular-nums">
      {firing}
      <span className="sr-only"> firing</span>
    </span>
  );
}
