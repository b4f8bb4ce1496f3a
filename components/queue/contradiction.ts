type Piece = { effect: "committed" | "absent" | null; observed_at: string };

export type Contradiction<T> = { committed: T; absent: T };

/**
 * The newest two pieces that cannot both be true, or null. An absence seen while the request could still land says only
 * that it was not there yet (`speaksAgainst` in the domain): it contradicts nothing.
 */
export function contradictionOf<T extends Piece>(
  evidence: readonly T[],
  safe_after: string,
): Contradiction<T> | null {
  const newest = (pieces: readonly T[]) =>
    pieces.toSorted((a, b) => (a.observed_at < b.observed_at ? 1 : -1))[0];
  const committed = newest(evidence.filter(({ effect }) => effect === "committed"));
  const absent = newest(
    evidence.filter(({ effect, observed_at }) => effect === "absent" && observed_at >= safe_after),
  );
  return committed && absent ? { committed, absent } : null;
}
