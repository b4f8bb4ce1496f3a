import { useRef, useState } from "react";

/** What has the focus now; of a menu that is about to vanish, the button that opened it. */
function focusedNow(): HTMLElement | null {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body) return null;
  const trigger = focused.closest("[role=menu]")?.getAttribute("aria-labelledby");
  return trigger ? document.getElementById(trigger) : focused;
}

/**
 * What lies over the page, one thing after the other, and its setter; null is nothing. Focus goes back to where it was
 * before the first of them, which a dialog cannot do by itself once another one has taken its place.
 */
export function useOpen<T>(): [T | null, (next: T | null) => void] {
  const [open, setOpen] = useState<T | null>(null);
  const before = useRef<HTMLElement | null>(null);
  const show = (next: T | null) => {
    if (open === null) before.current = focusedNow();
    setOpen(next);
    if (next !== null) return;
    // After React has taken the dialog away, and its own attempt with it.
    requestAnimationFrame(() => {
      if (before.current?.isConnected) before.current.focus();
    });
  };
  return [open, show];
}
