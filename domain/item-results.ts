import type { Rejection } from "./reported-event";

export const ITEM_STATUSES = ["accepted", "duplicate", "conflict", "rejected"] as const;
export type ItemStatus = (typeof ITEM_STATUSES)[number];
export type ItemResult = { index: number; status: ItemStatus; error?: Rejection };

/** The answer for a batch: four counts that sum to the items sent, and each item's own result. */
export function countResults(
  outcomes: readonly { status: ItemStatus; error: Rejection | null }[],
): Record<ItemStatus, number> & { results: ItemResult[] } {
  const counts: Record<ItemStatus, number> = { accepted: 0, duplicate: 0, conflict: 0, rejected: 0 };
  const results = outcomes.map(({ status, error }, index) => {
    counts[status] += 1;
    return { index, status, ...(error === null ? {} : { error }) };
  });
  return { ...counts, results };
}
