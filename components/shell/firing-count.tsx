"use client";

import { useQuery } from "@tanstack/react-query";
import { firingAlertsQuery } from "@/lib/client/alerts";
import { unlessLive } from "@/lib/client/live-connection";

/** On every page, so not as often as on the page of the alerts itself. */
const INTERVAL_MS = 30_000;

/** How many alerts fire now, beside their place; nothing where none does. What is muted asks for nobody. */
export function FiringCount() {
  const { data } = useQuery({ ...firingAlertsQuery, refetchInterval: unlessLive(INTERVAL_MS) });
  const firing = data?.length;
  if (!firing) return null;
  return (
    <span className="ml-auto rounded-sm bg-danger-soft px-1.5 font-medium text-danger text-xs tabular-nums">
      {firing}
      <span className="sr-only"> firing</span>
    </span>
  );
}
