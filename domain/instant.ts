/**
 * Instants travel as RFC 3339 UTC text with exactly six fractional digits and never through a JS Date:
 * a Date keeps milliseconds only, and PostgreSQL would round `23:59:59.9999999Z` into the next day.
 */

export type Instant = {
  /** e.g. `2026-11-15T00:34:38.350360Z` */
  iso: string;
  /** Microseconds since 1970-01-01T00:00:00Z; a safe integer for the years 1 to 2255. */
  micros: number;
};

const RFC_3339 =
  /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,30}))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;

const FIRST = Date.parse("0001-01-01T00:00:00Z");
const LAST = Date.parse("9999-12-31T23:59:59.999Z");
/** The ends of what RFC 3339 can say: arithmetic stops there, as no comparison could tell the difference. */
const FIRST_ISO = "0001-01-01T00:00:00.000000Z";
const LAST_ISO = "9999-12-31T23:59:59.999999Z";

/**
 * Reads RFC 3339 with an offset; finer than a microsecond is cut, not rounded. Null for anything else:
 * no offset, an impossible date, a number. A leap second counts as the last microsecond of its minute, so
 * that it stays on its own day.
 */
export function parseInstant(text: string): Instant | null {
  const match = RFC_3339.exec(text);
  if (!match) return null;
  const [, date = "", hour = "", minute = "", second = "", digits = "", sign, hours, minutes] = match;
  const midnight = midnightOf(date);
  const leap = second === "60";
  if (midnight === null || hour > "23" || minute > "59" || (second > "59" && !leap)) return null;
  const fraction = leap ? "999999" : digits.slice(0, 6).padEnd(6, "0");
  const seconds = Number(hour) * 3600 + Number(minute) * 60 + (leap ? 59 : Number(second));
  if (sign === undefined) {
    const iso = `${date}T${hour}:${minute}:${leap ? "59" : second}.${fraction}Z`;
    return { iso, micros: (midnight + seconds * 1000) * 1000 + Number(fraction) };
  }
  if (hours === undefined || minutes === undefined || hours > "23" || minutes > "59") return null;
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -60_000 : 60_000);
  return atOffset(midnight + seconds * 1000 - offset, Number(fraction));
}

/** An offset may lead out of the years that PostgreSQL and RFC 3339 share. */
function atOffset(millis: number, fraction: number): Instant | null {
  if (millis < FIRST || millis > LAST) return null;
  // The text is exact for every year; the number is not beyond 2255.
  const iso = isoOf(millis + Math.floor(fraction / 1000), fraction % 1000);
  return { iso, micros: millis * 1000 + fraction };
}

/** Events come of few days. */
let lastDay: { date: string; midnight: number | null } = { date: "", midnight: null };

/** The milliseconds of a date (`2026-11-15`), or null when there is no such day. */
function midnightOf(date: string): number | null {
  if (lastDay.date !== date) lastDay = { date, midnight: readDay(date) };
  return lastDay.midnight;
}

function readDay(date: string): number | null {
  const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
  const midnight = new Date(0);
  midnight.setUTCFullYear(year, month - 1, day);
  if (year < 1 || midnight.getUTCMonth() !== month - 1 || midnight.getUTCDate() !== day) return null;
  return midnight.getTime();
}

/** The instant so many microseconds after 1970-01-01T00:00:00Z; the first or last there is when it lies beyond. */
export function instantFromMicros(micros: number): Instant {
  const millis = Math.floor(micros / 1000);
  if (millis < FIRST) return { iso: FIRST_ISO, micros: FIRST * 1000 };
  if (millis > LAST) return { iso: LAST_ISO, micros: LAST * 1000 };
  return { iso: isoOf(millis, micros - millis * 1000), micros };
}

function isoOf(millis: number, rest: number): string {
  return `${new Date(millis).toISOString().slice(0, -1)}${String(rest).padStart(3, "0")}Z`;
}

/** The text of the instant so many milliseconds after 1970-01-01T00:00:00Z. */
export const isoFromMillis = (millis: number): string => instantFromMicros(millis * 1000).iso;

/** The instant of a JS Date; for the clock, which is no finer than a millisecond anyway. */
export function instantFromDate(date: Date): Instant {
  return instantFromMicros(date.getTime() * 1000);
}

/** Microseconds since 1970 of an instant we made ourselves; throws on text that is none. */
export function microsOf(iso: string): number {
  const instant = parseInstant(iso);
  if (!instant) throw new RangeError(`not an RFC 3339 instant: ${iso}`);
  return instant.micros;
}

/** The instant `seconds` later (earlier when negative); never outside the years 1 to 9999. */
export function addSeconds(iso: string, seconds: number): string {
  return instantFromMicros(microsOf(iso) + Math.round(seconds * 1_000_000)).iso;
}

/** Negative, zero or positive, as for Array.sort. Canonical instants compare as text. */
export function compareInstants(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

const POSTGRES_UTC = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})(?:\.(\d{1,6}))?\+00$/;

/** PostgreSQL's text of a timestamptz under `TimeZone = UTC` (`2026-11-15 00:34:38.35036+00`) as our text. */
export function instantFromPostgres(text: string): string {
  // What it wrote is a date that exists, so that the usual form needs no arithmetic: reading pages of rows
  // spent a tenth of its time on that.
  const [, date, time, fraction = ""] = POSTGRES_UTC.exec(text) ?? [];
  if (date !== undefined) return `${date}T${time}.${fraction.padEnd(6, "0")}Z`;
  const instant = parseInstant(text.replace(/([+-]\d{2})$/, "$1:00"));
  if (!instant) throw new RangeError(`not a PostgreSQL timestamptz in UTC: ${text}`);
  return instant.iso;
}
