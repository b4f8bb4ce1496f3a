import type { Outcome } from "./read-answer";

/** What became of the lines of a file; every line counts exactly once. */
export type Tally = Record<Outcome | "unreadable", number>;

export function emptyTally(): Tally {
  return { accepted: 0, duplicate: 0, conflict: 0, rejected: 0, unreadable: 0 };
}

export function sumTallies(tallies: Tally[]): Tally {
  const sum = emptyTally();
  for (const tally of tallies) {
    sum.accepted += tally.accepted;
    sum.duplicate += tally.duplicate;
    sum.conflict += tally.conflict;
    sum.rejected += tally.rejected;
    sum.unreadable += tally.unreadable;
  }
  return sum;
}

export function totalOf(tally: Tally): number {
  return tally.accepted + tally.duplicate + tally.conflict + tally.rejected + tally.unreadable;
}

const number = new Intl.NumberFormat("en-US");
export const formatCount = (count: number): string => number.format(count);

/** `73 accepted · 0 duplicate · 0 conflict · 0 rejected`, and what could not be read when there is any. */
export function describeTally(tally: Tally): string {
  const parts = (["accepted", "duplicate", "conflict", "rejected"] as const).map(
    (outcome) => `${formatCount(tally[outcome])} ${outcome}`,
  );
  if (tally.unreadable > 0) parts.push(`${formatCount(tally.unreadable)} unreadable`);
  return parts.join(" · ");
}
