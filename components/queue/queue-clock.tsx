"use client";

import { createContext, type ReactNode, use } from "react";
import { useServerClock, useServerNow } from "@/components/ui/server-clock";
import { useNow, useZone } from "@/components/ui/time";
import { formatAbsolute } from "@/components/ui/time-format";

const RenderedAt = createContext(0);

/** The server's time for everything below it. */
export function QueueClock({ renderedAtMs, children }: { renderedAtMs: number; children: ReactNode }) {
  useServerClock(renderedAtMs);
  return <RenderedAt value={renderedAtMs}>{children}</RenderedAt>;
}

/** The server's time in milliseconds, renewed every second. */
export function useQueueNow(): number {
  return useServerNow(use(RenderedAt));
}

/** Writes an instant in the person's zone, with the zone: `15 Nov 12:00:03 CET`. */
export function useFormat(): (iso: string) => string {
  const zone = useZone();
  const now = useNow();
  return (iso) => formatAbsolute(iso, zone, now);
}
