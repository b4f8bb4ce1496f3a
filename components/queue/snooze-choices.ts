import { TZDate } from "@date-fns/tz";
import { addDays, set } from "date-fns";

const HOUR_MS = 3_600_000;
const WAKE_HOUR = 9;

export type SnoozeChoice = {
  name: string;
  /** RFC 3339, UTC */
  until: string;
  /** Why it cannot be chosen; null when it can */
  why_not: string | null;
};

/** Why a case may not sleep until then; null when it may. Nothing sleeps past its deadline (EXPERIENCE). */
export function whyNotUntil(until: string, deadline_at: string, nowMs: number): string | null {
  const untilMs = Date.parse(until);
  if (Number.isNaN(untilMs)) return "Give a day and a time.";
  if (untilMs <= nowMs) return "That has passed already.";
  return untilMs > Date.parse(deadline_at) ? "That is after the deadline." : null;
}

/** How long a case may sleep, nearest first: those past its deadline are named, and out of use. */
export function snoozeChoices(deadline_at: string, zone: string, nowMs: number): SnoozeChoice[] {
  const morning = set(addDays(new TZDate(nowMs, zone), 1), {
    ...{ hours: WAKE_HOUR, minutes: 0, seconds: 0, milliseconds: 0 },
  });
  const choices = [
    { name: "For 1 h", untilMs: nowMs + HOUR_MS },
    { name: "Until tomorrow, 9:00", untilMs: morning.getTime() },
    { name: "Until 1 h before the deadline", untilMs: Date.parse(deadline_at) - HOUR_MS },
  ];
  return choices.map(({ name, untilMs }) => {
    const until = new Date(untilMs).toISOString();
    return { name, until, why_not: whyNotUntil(until, deadline_at, nowMs) };
  });
}
