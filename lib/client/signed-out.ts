import { ApiError } from "./api-error";
import { BASE_PATH } from "./base-path";

let signedOut = false;
const listeners = new Set<() => void>();
const typedInto = new Set<HTMLInputElement | HTMLTextAreaElement>();

/** Calls `listener` when the session has ended or is back; the answer stops it. */
export function subscribeSignedOut(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function say(next: boolean): void {
  if (signedOut === next) return;
  signedOut = next;
  for (const listener of listeners) listener();
}

/** Whether the session has ended while the page has stayed. */
export function isSignedOut(): boolean {
  return signedOut;
}

/** Notes what is typed into, so that nothing is left behind; once per tab. */
export function watchWriting(): void {
  document.addEventListener("input", ({ target }) => {
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) typedInto.add(target);
  });
}

function isWriting(): boolean {
  for (const field of typedInto) if (!field.isConnected) typedInto.delete(field);
  const open = document.querySelector('[role="dialog"], [role="alertdialog"]');
  return open !== null || [...typedInto].some(({ value }) => value !== "");
}

function endsSession(error: Error): boolean {
  return (
    typeof window !== "undefined" && error instanceof ApiError && error.problem.code === "unauthenticated"
  );
}

/** A write that found no session: the page stays as it is, with what was written, and says so. */
export function staySignedOut(error: Error): void {
  if (endsSession(error)) say(true);
}

/** A read that found none: the person signs in and comes back here, unless something is being written. */
export function leaveWhenSignedOut(error: Error): void {
  if (!endsSession(error)) return;
  if (isWriting()) {
    say(true);
    return;
  }
  const here = window.location.pathname.slice(BASE_PATH.length) + window.location.search;
  window.location.assign(`${BASE_PATH}/sign-in?next=${encodeURIComponent(here)}`);
}

/** An answer came, so there is a session again, made in another tab. */
export function backSignedIn(): void {
  say(false);
}
