/** What a webhook may tell of (CONTRACT "Webhooks"); `webhook.test` goes only to the one that is tried. */
export const WEBHOOK_TYPES = [
  "case.opened",
  "case.settled",
  "case.reopened",
  "case.due_soon",
  "case.overdue",
  "alert.fired",
  "alert.resolved",
] as const;
export type WebhookType = (typeof WEBHOOK_TYPES)[number];

export const DELIVERY_STATES = ["waiting", "delivered", "failed", "dropped"] as const;

/** Why a message is not sent any more: its verdict stands no more or ran out, or nobody is there to tell. */
export const DROPPED_BECAUSE = ["verdict_superseded", "verdict_expired", "webhook_removed"] as const;
export type DroppedBecause = (typeof DROPPED_BECAUSE)[number];
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** `disabled`: the receiver answered 410, which means it wants no more. */
export const WEBHOOK_STATES = ["active", "paused", "disabled"] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];

const MINUTE = 60;
const HOUR = 3_600;

/** Seconds from one failed try to the next (CONTRACT "Webhooks"): ten tries over three days. */
export const RETRY_AFTER_SECONDS = [
  5,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const;

/** A receiver cannot put us off for longer than the longest pause of the schedule. */
const RETRY_AFTER_MOST = 24 * HOUR;

/** So that what failed together does not come back together; upwards only, a schedule is a promise. */
const JITTER_SHARE = 0.1;

/**
 * Seconds until the next try after so many failed ones, or null when that was the last. A receiver that names
 * a later time (`Retry-After`) gets it; an earlier one changes nothing. `chance` is within [0, 1).
 */
export function secondsToNextTry(tries: number, retryAfter: number | null, chance: number): number | null {
  const base = RETRY_AFTER_SECONDS[tries - 1];
  if (base === undefined) return null;
  const asked = Math.min(retryAfter ?? 0, RETRY_AFTER_MOST);
  return Math.max(base * (1 + JITTER_SHARE * chance), asked);
}

/** From when a receiver that takes nothing is shown as failing. */
export const FAILING_AFTER_SECONDS = 5 * 24 * HOUR;

/** How long the secret before a rotation goes on signing unless told otherwise. */
export const ROTATION_HOURS = 24;
export const ROTATION_HOURS_MOST = 7 * 24;

/** What one try came to, in one word: null when the receiver took the message. */
export function tryError(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status === 410) return "gone";
  return status >= 300 && status < 400 ? "redirected" : "refused";
}

/** Seconds of a `Retry-After`, as a number or an HTTP date; null when it says nothing sensible. */
export function readRetryAfter(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header);
  // Date.parse reads "-5" as a year.
  const at = /^[A-Za-z]{3}/.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now.getTime()) / 1000));
}
