"use client";

import { useQuery } from "@tanstack/react-query";
import { unseenAlertsQuery } from "@/lib/client/alerts";
import { unlessLive } from "@/lib/client/live-connection";

/** On every page, so not as often as on the page of the alerts itself. */
const INTERVAL_MS = 30_000;

/** How many alerts fire now that nobody has muted or acknowledged, beside their place; nothing where there are none. */
export function FiringCount() {
  const { data } = useQuery({ ...unseenAlertsQuery, refetchInterval: unlessLive(INTERVAL_MS) });
  const firing = data?.length;
  if (!firing) return null;
  return (
    <span className="ml-auto rounded-sm bg-danger-soft px-1.5 font-medium text-danger text-xs tabular-nums">
      {firing}
      <span className="sr-only"> firing, not acknowledged</span>
    </span>
  );
}
