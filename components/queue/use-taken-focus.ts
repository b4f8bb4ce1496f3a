"use client";

import { useEffect, useRef } from "react";

/** Takes the focus once `when` holds: from a form that is gone, so that the keys of the page go on. */
export function useTakenFocus(when: boolean) {
  const focus = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!when) return;
    // After the dialog has given the focus back to a form that is gone.
    const timer = setTimeout(() => focus.current?.focus(), 0);
    return () => clearTimeout(timer);
  }, [when]);
  return focus;
}
