import { useSyncExternalStore } from "react";
import type { LookUpAnswer } from "@/lib/contract/references";
import { api } from "./fetcher";
import { foundHref } from "./reference-href";

/** What was pasted and what it led to. */
export type Paste = { q: string; answer: LookUpAnswer; at_ms: number };

/*
 * Pasted text may hold anything a user wrote, so it stays in this tab's memory: never in the URL, in storage or in
 * history. A reload forgets it.
 */
let latest: Paste | null = null;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The last paste that led to no single event; null when there was none or it was dismissed. */
export function usePaste(): Paste | null {
  return useSyncExternalStore(
    subscribe,
    () => latest,
    () => null,
  );
}

/** Puts a paste on the references page, or takes it away. */
export function rememberPaste(paste: Paste | null): void {
  latest = paste;
  for (const listener of listeners) listener();
}

let landing: string | null = null;

/** Whether the report of this reference was opened by a paste; true once. */
export function takeLanding(reference: string): boolean {
  if (landing !== reference) return false;
  landing = null;
  return true;
}

/**
 * Looks up any pasted text and says where to go: the report when exactly one event has it, else the references page,
 * which shows the answer. @throws ApiError
 */
export async function lookUpPaste(q: string): Promise<string> {
  const answer = await api<LookUpAnswer>("/api/v1/references", { method: "POST", body: { q } });
  const [match] = answer.matches;
  const found = answer.answer === "found" && match !== undefined;
  landing = found ? match.reference : null;
  rememberPaste(found ? null : { q, answer, at_ms: Date.now() });
  return found ? foundHref(match) : "/references";
}
