import { useSyncExternalStore } from "react";
import { PASTED_TEXT_MAX } from "@/domain/look-up";
import type { LookUpAnswer, LookUpMatch } from "@/lib/contract/references";
import { ApiError } from "./api-error";
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

/** What opened a report: the text, and what of it did. */
export type Landing = { q: string; reference: string; found_by: LookUpMatch["found_by"] };

let landing: Landing | null = null;
let isTaken = true;

/** Whether the report of this reference was opened by a paste; true once. */
export function takeLanding(reference: string): boolean {
  if (landing?.reference !== reference || isTaken) return false;
  isTaken = true;
  return true;
}

/** The paste that opened the report of this reference last; null where something else did. */
export function useLanding(reference: string): Landing | null {
  const last = useSyncExternalStore(
    subscribe,
    () => landing,
    () => null,
  );
  return last?.reference === reference ? last : null;
}

/** The address of what a paste led to, whose report says by what of it. */
export function landOn(q: string, match: LookUpMatch): string {
  landing = { q, reference: match.reference, found_by: match.found_by };
  isTaken = false;
  return foundHref(match);
}

let asking: AbortController | null = null;

/**
 * Looks up any pasted text and says where to go: the report when exactly one event has it, else the references page,
 * which shows the answer. Null where another text was looked up before this one was answered: the last one counts, in
 * whichever order answers come. @throws ApiError
 */
export async function lookUpPaste(q: string): Promise<string | null> {
  asking?.abort();
  const own = new AbortController();
  asking = own;
  try {
    const answer = await askFor(q, own.signal);
    return own.signal.aborted ? null : arriveAt(q, answer);
  } catch (thrown) {
    if (own.signal.aborted) return null;
    throw thrown;
  }
}

async function askFor(q: string, signal: AbortSignal): Promise<LookUpAnswer> {
  if (q.length > PASTED_TEXT_MAX) throw tooLong(q.length);
  return api<LookUpAnswer>("/api/v1/references", { method: "POST", body: { q }, signal });
}

function arriveAt(q: string, answer: LookUpAnswer): string {
  const [match] = answer.matches;
  const found = answer.answer === "found" && match !== undefined;
  if (!found) landing = null;
  const href = found ? landOn(q, match) : "/references";
  rememberPaste(found ? null : { q, answer, at_ms: Date.now() });
  return href;
}

/** As the server would say it, without sending it all. */
function tooLong(length: number): ApiError {
  const words = (count: number) => count.toLocaleString("en");
  return new ApiError(0, {
    ...{ code: "invalid_q", class: "validation", field: "q" },
    message: `This text has ${words(length)} characters; ${words(PASTED_TEXT_MAX)} are read at once.`,
    hint: "Paste only the part with the reference: the message that the user saw, and what stands around it.",
  });
}
