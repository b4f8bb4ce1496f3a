"use client";

import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False while React takes over what the server drew, true ever after. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
