import { STEP_MILLIS, type Step, stepBoundaries } from "./steps";

const HOUR = STEP_MILLIS["1h"];
const DAY = STEP_MILLIS["1d"];

/**
 * As many steps as `boundaries` has, ending where it starts: the period before, step against step, whatever the zone
 * did in between. Milliseconds since 1970.
 */
export function boundariesBefore(boundaries: readonly number[], step: Step, zone: string): number[] {
  const steps = boundaries.length - 1;
  const end = boundaries[0] ?? 0;
  const margin = STEP_MILLIS[step] > HOUR ? 3 * DAY : 3 * HOUR + 2 * STEP_MILLIS[step];
  const early = end - steps * STEP_MILLIS[step] - margin;
  return stepBoundaries(early, end, step, zone).slice(-(steps + 1));
}
