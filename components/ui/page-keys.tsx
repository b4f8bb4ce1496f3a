"use client";

import { useLayoutEffect, useRef, useSyncExternalStore } from "react";

/**
 * One key of a page: `keys` as `KeyboardEvent.key` (`c`, `?`, `Escape`) or two in a row (`g o`); `shown` is how it is
 * written where that is not plain (`Shift j` for `J`).
 */
export type PageKey = { keys: string; shown?: string; label: string; group?: string; run: () => void };

type Registration = { current: readonly PageKey[] };

const registrations = new Set<Registration>();
const listeners = new Set<() => void>();
let snapshot: readonly PageKey[] = [];

function publish(): void {
  snapshot = [...registrations].flatMap((registration) => registration.current);
  for (const listener of listeners) listener();
}

/**
 * Gives the page keys while the component is mounted; they appear in the `?` list by themselves. Ignored while a
 * person types or a dialog is open. The one registered last wins. `run` may change with every render.
 */
export function usePageKeys(keys: readonly PageKey[]): void {
  const registration = useRef<readonly PageKey[]>(keys);
  const signature = keys.map((key) => `${key.keys}\u0000${key.label}`).join("\u0001");
  // Before it is painted: what can be seen hears its keys.
  useLayoutEffect(() => {
    registration.current = keys;
  });
  // Registers again only when what is listed changes.
  useLayoutEffect(() => {
    registrations.add(registration);
    publish();
    return () => {
      registrations.delete(registration);
      publish();
    };
  }, [signature]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const NONE: readonly PageKey[] = [];

/** All keys that work now, for the `?` list and the command palette. */
export function useRegisteredKeys(): readonly PageKey[] {
  return useSyncExternalStore(
    subscribe,
    () => snapshot,
    () => NONE,
  );
}

/** The key registered last under this name, with the newest `run`. */
export function findKey(keys: string): PageKey | undefined {
  return [...registrations]
    .flatMap((registration) => registration.current)
    .findLast((key) => key.keys === keys);
}

/** True if some two-key sequence starts with this key. */
export function startsSequence(key: string): boolean {
  return snapshot.some((entry) => entry.keys.startsWith(`${key} `));
}
