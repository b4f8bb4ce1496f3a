import { useSyncExternalStore } from "react";

const STORAGE_KEY = "errata.single_keys";
const listeners = new Set<() => void>();

/** Keys without a modifier can be switched off, for people who speak or whose hands meet keys (WCAG 2.1.4). */
export function singleKeysEnabled(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== "off";
  } catch {
    return true; // storage is closed to this page: the default holds
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The preference and its setter. */
export function useSingleKeys(): [boolean, (on: boolean) => void] {
  const on = useSyncExternalStore(subscribe, singleKeysEnabled, () => true);
  const set = (next: boolean) => {
    try {
      localStorage.setItem(STORAGE_KEY, next ? "on" : "off");
    } finally {
      for (const listener of listeners) listener();
    }
  };
  return [on, set];
}
