"use client";

import { useEffect, useRef } from "react";
import { findKey, startsSequence } from "@/components/ui/page-keys";
import { singleKeysEnabled } from "./key-preference";
import { showOverlay } from "./overlays";

const SEQUENCE_MS = 1_200;

/** A tick box takes no text, so the keys of the page still work from it. */
const WRITABLE = "input:not([type=checkbox]), textarea, select, [contenteditable]";

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest(WRITABLE) !== null;
}

function isOverlaid(): boolean {
  return document.querySelector("[role=dialog][data-open], [role=menu][data-open]") !== null;
}

function isPalette(event: KeyboardEvent): boolean {
  return (
    event.key.toLowerCase() === "k" && (event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey
  );
}

/** Hears the keys that pages registered. One listener for all, so that typing and dialogs are respected once. */
export function KeyListener() {
  const pending = useRef<{ key: string; at: number } | null>(null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      if (isPalette(event)) {
        event.preventDefault();
        showOverlay("palette");
        return;
      }
      if (event.metaKey || event.ctrlKey || event.altKey) return;
      if (isTyping(event.target) || isOverlaid() || !singleKeysEnabled()) return;
      const first = pending.current;
      pending.current = null;
      const inTime = first !== null && event.timeStamp - first.at < SEQUENCE_MS;
      const entry = (inTime && findKey(`${first.key} ${event.key}`)) || findKey(event.key);
      if (entry) {
        event.preventDefault();
        entry.run();
      } else if (startsSequence(event.key)) {
        pending.current = { key: event.key, at: event.timeStamp };
      }
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
  return null;
}
