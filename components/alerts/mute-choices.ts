import { TZDate } from "@date-fns/tz";
import { addDays, set } from "date-fns";

const HOUR_MS = 3_600_000;
const WAKE_HOUR = 9;
const DAYS_MOST = 365;

export type MuteChoice = {
  name: string;
  /** RFC 3339, UTC */
  until: string;
};

/** How long an alert may be kept quiet, nearest first; days end at nine in the zone, when somebody is there. */
export function muteChoices(zone: string, nowMs: number): MuteChoice[] {
  const morning = (days: number) =>
    set(addDays(new TZDate(nowMs, zone), days), {
      ...{ hours: WAKE_HOUR, minutes: 0, seconds: 0, milliseconds: 0 },
    }).getTime();
  return [
    { name: "For 1 h", untilMs: nowMs + HOUR_MS },
    { name: "For 4 h", untilMs: nowMs + 4 * HOUR_MS },
    { name: "Until tomorrow, 9:00", untilMs: morning(1) },
    { name: "For a week", untilMs: morning(7) },
  ].map(({ name, untilMs }) => ({ name, until: new Date(untilMs).toISOString() }));
}

/** Why an alert may not be muted until then; null when it may. */
export function whyNotMuted(until: string, nowMs: number): string | null {
  const untilMs = Date.parse(until);
  if (Number.isNaN(untilMs)) return "Give a day and a time.";
  if (untilMs <= nowMs) return "That has passed already.";
  return untilMs > nowMs + DAYS_MOST * 24 * HOUR_MS ? "A year is the longest." : null;
}
