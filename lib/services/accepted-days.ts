import { acceptedAge } from "@/domain/accepted-age";
import type { Settings } from "@/domain/settings";
import type { Runtime } from "./context";

type Dropped = { until: string | null };

function droppedOf(rt: Runtime): Dropped {
  return rt.once("dropped-until", (): Dropped => ({ until: null }));
}

/** Remembers up to when retention has dropped everything; read again together with the settings. */
export function rememberDropped(rt: Runtime, until: string | null): void {
  droppedOf(rt).until = until;
}

/** How old, in days, what comes in now may be. */
export function acceptedDays(rt: Runtime, { retention_days }: Settings, now: string): number {
  return acceptedAge(retention_days, droppedOf(rt).until, now);
}
