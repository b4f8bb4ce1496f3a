import { microsOf } from "@/domain/instant";
import type { Settings } from "@/domain/settings";
import type { Runtime } from "./context";

const DAY_MICROS = 86_400 * 1e6;

type Dropped = { until: string | null };

function droppedOf(rt: Runtime): Dropped {
  return rt.once("dropped-until", (): Dropped => ({ until: null }));
}

/** Remembers up to when retention has dropped everything; read again together with the settings. */
export function rememberDropped(rt: Runtime, until: string | null): void {
  droppedOf(rt).until = until;
}

/**
 * How old, in days, what comes in may be: as old as things are kept. After the retention was raised it grows into it
 * day by day: what was dropped was counted, and a repeat of it would count twice.
 */
export function acceptedDays(rt: Runtime, { retention_days }: Settings, now: string): number {
  const { until } = droppedOf(rt);
  if (until === null) return retention_days;
  const days = Math.floor((microsOf(now) - microsOf(until)) / DAY_MICROS);
  return Math.max(0, Math.min(retention_days, days));
}
