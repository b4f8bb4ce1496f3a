"use client";

import { EMPTY_DRAFT, verdictDraft } from "./draft";
import { useKept } from "./use-kept";

function keyOf(case_id: string, opening: number): string {
  return `errata.verdict.${case_id}.${opening}`;
}

/**
 * What a person is writing about one opening of a case. What was not sent when another one settled it goes on in the
 * next opening: it was seen, whenever that was, and its time stands beside it.
 */
export function useDraft(case_id: string, opening: number) {
  const before = opening > 1 ? keyOf(case_id, opening - 1) : undefined;
  const { value: draft, ...kept } = useKept(keyOf(case_id, opening), verdictDraft, EMPTY_DRAFT, before);
  return { draft, ...kept };
}
