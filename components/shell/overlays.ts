import { useSyncExternalStore } from "react";

/** What lies over the page: the command palette, the list of keys, the navigation of small screens. */
export type Overlay = "palette" | "keys" | "nav" | null;

let current: Overlay = null;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows one overlay, or none. */
export function showOverlay(overlay: Overlay): void {
  current = overlay;
  for (const listener of listeners) listener();
}

/** The overlay that is shown. */
export function useOverlay(): Overlay {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
}
