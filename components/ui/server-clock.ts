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

type Ticker = { subscribe: (listener: () => void) => () => void; read: () => number };

/** A clock that one timer renews for all who look at it, and that rests while nobody does. */
export function createTicker(intervalMs: number, now: () => number): Ticker {
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setInterval> | undefined;
  let ticked: number | null = null;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    timer ??= setInterval(() => {
      ticked = now();
      for (const each of listeners) each();
    }, intervalMs);
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      clearInterval(timer);
      timer = undefined;
      ticked = null;
    };
  };
  const read = () => {
    ticked ??= now();
    return ticked;
  };
  return { subscribe, read };
}

const SECOND_MS = 1_000;
const wholeSecond = (ms: number) => Math.floor(ms / SECOND_MS) * SECOND_MS;
const everySecond = createTicker(SECOND_MS, () => wholeSecond(serverNow()));

/** The server's time in milliseconds, renewed every second; `renderedAtMs` for the first paint. */
export function useServerNow(renderedAtMs: number): number {
  return useSyncExternalStore(everySecond.subscribe, everySecond.read, () => wholeSecond(renderedAtMs));
}
