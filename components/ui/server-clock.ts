"use client";

import { useEffect, useSyncExternalStore } from "react";

/** Below this a clock counts as right: it is what loading a page may take. */
const TOLERANCE_MS = 30_000;

let offsetMs = Number.NEGATIVE_INFINITY;

/** The server's time in milliseconds, as well as this tab knows it. */
export function serverNow(): number {
  return Date.now() + (Math.abs(offsetMs) > TOLERANCE_MS && Number.isFinite(offsetMs) ? offsetMs : 0);
}

/**
 * Claims, deadlines and what a runtime will be told are judged by the server's clock; a device that is minutes off would
 * show other rules than those that hold. What the server wrote is always older than its arrival, so of several readings
 * the largest difference is the nearest.
 */
export function useServerClock(renderedAtMs: number): void {
  useEffect(() => {
    offsetMs = Math.max(offsetMs, renderedAtMs - Date.now());
  }, [renderedAtMs]);
}

const TICK_MS = 1_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let second = 0;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    second = Math.floor(serverNow() / TICK_MS) * TICK_MS;
    for (const each of listeners) each();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
    second = 0;
  };
}

function read(): number {
  if (second === 0) second = Math.floor(serverNow() / TICK_MS) * TICK_MS;
  return second;
}

/** The server's time in milliseconds, renewed every second; `renderedAtMs` for the first paint. */
export function useServerNow(renderedAtMs: number): number {
  return useSyncExternalStore(subscribe, read, () => Math.floor(renderedAtMs / TICK_MS) * TICK_MS);
}
