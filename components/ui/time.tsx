"use client";

import { createContext, type ReactNode, use, useSyncExternalStore } from "react";
import { createTicker, serverNow, useServerClock } from "./server-clock";
import { formatAbsolute, formatPast, formatRelative } from "./time-format";

const TICK_MS = 10_000;

type Clock = { zone: string; renderedAtMs: number };
const ClockContext = createContext<Clock>({ zone: "UTC", renderedAtMs: 0 });

/** The person's zone, and the server's time of rendering, so that the first paint in the browser says the same. */
export function ClockProvider({ zone, renderedAtMs, children }: Clock & { children: ReactNode }) {
  useServerClock(renderedAtMs);
  return <ClockContext value={{ zone, renderedAtMs }}>{children}</ClockContext>;
}

/** The IANA zone that all times of the page are written in. */
export function useZone(): string {
  return use(ClockContext).zone;
}

const ticker = createTicker(TICK_MS, serverNow);

/** The server's time in milliseconds, renewed every ten seconds by one timer for the whole page. */
export function useNow(): number {
  const { renderedAtMs } = use(ClockContext);
  return useSyncExternalStore(ticker.subscribe, ticker.read, () => renderedAtMs);
}

type TimeProps = {
  iso: string;
  /** Another zone than the person's */
  zone?: string;
  /** both: `3 min ago · 15 Nov 12:00:03 CET`; relative carries the absolute one on hover; absolute alone */
  display?: "both" | "relative" | "absolute";
  seconds?: boolean;
  /** It has happened: `now` at the most, also by a clock that is behind */
  past?: boolean;
};

/** A moment: relative and absolute with its zone; the exact UTC time on hover. */
export function Time({ iso, zone, display = "both", seconds = true, past = false }: TimeProps) {
  const personZone = useZone();
  const now = useNow();
  const absolute = formatAbsolute(iso, zone ?? personZone, now, seconds);
  const title = display === "relative" ? `${absolute}\n${iso}` : iso;
  return (
    <time dateTime={iso} title={title} className="whitespace-nowrap">
      {display !== "absolute" && (past ? formatPast : formatRelative)(iso, now)}
      {display === "both" && <span className="text-faint"> · {absolute}</span>}
      {display === "absolute" && absolute}
      {display === "relative" && <span className="sr-only"> ({absolute})</span>}
    </time>
  );
}
