import { instantFromMicros, parseInstant } from "../instant";

/**
 * A Sentry timestamp, seconds since 1970 or RFC 3339 that old SDKs wrote in UTC without saying so, as an instant; null
 * where it is neither.
 */
export function sentryTime(sent: unknown): string | null {
  if (typeof sent === "number") return fromSeconds(sent);
  if (typeof sent !== "string") return null;
  const text = sent.trim();
  if (/^-?\d+(\.\d+)?$/.test(text)) return fromSeconds(Number(text));
  const offset = /([+-]\d{2}):?(\d{2})$/.exec(text.slice(10));
  const local = offset ? text.slice(0, -offset[0].length) : text.replace(/z$/i, "");
  return parseInstant(offset ? `${local}${offset[1]}:${offset[2]}` : `${local}Z`)?.iso ?? null;
}

function fromSeconds(seconds: number): string | null {
  return Number.isFinite(seconds) ? instantFromMicros(Math.round(seconds * 1e6)).iso : null;
}
