import type { Effect } from "./effect";
import type { CaseStanding } from "./standing";

/**
 * The case that decides what may be told, of all that may be about a failure: one that people still work on, else the
 * verdict after which a repeat does the most harm; of equal ones the first. Null of none. A case that may merely be about
 * it does not make undone what an attempt reported as done.
 */
export function mostDoubtful<Found extends Pick<CaseStanding, "state" | "verdict"> & { own: boolean }>(
  cases: readonly Found[],
  effect: Effect | null,
): Found | null {
  const speaking = cases.filter(
    ({ own, state, verdict }) => own || state !== "settled" || verdict !== "absent" || effect !== "committed",
  );
  const [first, ...rest] = speaking;
  if (first === undefined) return null;
  return rest.reduce((most, one) => (weightOf(one) > weightOf(most) ? one : most), first);
}

const WEIGHTS = { absent: 0, compensated: 1, undeterminable: 2, committed: 3 } as const;

function weightOf({ state, verdict }: Pick<CaseStanding, "state" | "verdict">): number {
  return state !== "settled" || verdict === null ? 4 : WEIGHTS[verdict];
}
