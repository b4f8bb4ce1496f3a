"use client";

import { useEffect, useState } from "react";
import { EMPTY_DRAFT, type VerdictDraft, verdictDraft } from "./draft";

function keyOf(case_id: string, opening: number): string {
  return `errata.verdict.${case_id}.${opening}`;
}

function read(key: string): VerdictDraft | null {
  try {
    const parsed = verdictDraft.safeParse(JSON.parse(sessionStorage.getItem(key) ?? "null"));
    return parsed.success ? parsed.data : null;
  } catch {
    return null; // storage is closed to this page, or holds something else: the form starts empty
  }
}

function write(key: string, draft: VerdictDraft | null): void {
  try {
    if (draft === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // Storage is closed or full: the draft still lives as long as the page does.
  }
}

/**
 * What a person is writing about one opening of a case. It outlives a reload, a lost claim and a look elsewhere, in
 * this tab only, until it is sent.
 */
export function useDraft(case_id: string, opening: number) {
  const key = keyOf(case_id, opening);
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  // After hydration: the server cannot know what this tab holds.
  useEffect(() => setDraft(read(key) ?? EMPTY_DRAFT), [key]);
  const change = (next: VerdictDraft) => {
    write(key, next);
    setDraft(next);
  };
  const clear = () => {
    write(key, null);
    setDraft(EMPTY_DRAFT);
  };
  return { draft, change, clear };
}
