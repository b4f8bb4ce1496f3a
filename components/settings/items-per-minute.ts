import { ITEMS_PER_MINUTE_MOST } from "@/domain/allowance";

/** What is told where something else was typed. */
export const ITEMS_PER_MINUTE_FAULT = `Write a whole number from 1 to ${ITEMS_PER_MINUTE_MOST.toLocaleString("en")}, or nothing.`;

/** The limit that was typed; null where nothing was, undefined where it is none. Digits may be grouped. */
export function itemsPerMinuteOf(text: string): number | null | undefined {
  const typed = text.trim();
  if (typed === "") return null;
  if (!/^\d+$|^\d{1,3}(?:([ ,.'’\u00a0\u202f])\d{3})(?:\1\d{3})*$/.test(typed)) return undefined;
  const value = Number(typed.replace(/\D/g, ""));
  return value >= 1 && value <= ITEMS_PER_MINUTE_MOST ? value : undefined;
}
