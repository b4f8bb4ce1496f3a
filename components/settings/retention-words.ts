import type { RetentionPreview } from "@/lib/contract/retention";

const DAYS_MAX = 3650;

/** What was typed as days; null when it is no whole number that is allowed. */
export function daysOf(typed: string): number | null {
  const days = /^\s*\d{1,4}\s*$/.test(typed) ? Number(typed) : 0;
  return days >= 1 && days <= DAYS_MAX ? days : null;
}

/** `about 1,204 events and 88 frames records`, in the words of the confirmation. */
export function wordsOfLoss({ events, frames, estimated }: RetentionPreview): string {
  const number = (count: number) => count.toLocaleString("en");
  const about = estimated ? "about " : "";
  const records = `${number(frames)} ${frames === 1 ? "record" : "records"} of frames`;
  return `${about}${number(events)} ${events === 1 ? "event" : "events"} and ${records}`;
}
