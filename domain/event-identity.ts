import { addSeconds, type Instant, instantFromMicros, parseInstant } from "./instant";
import { stringifyJson, withSortedKeys } from "./json";
import { REPORTED_FIELDS, type Rejection, type ReportedEvent } from "./reported-event";

const AHEAD_SECONDS = 24 * 3600;
const SKEW_AHEAD_SECONDS = 5 * 60;
const SKEW_LATE_SECONDS = 3600;

export type IdentityRules = {
  source_id: number;
  now: Instant;
  retention_days: number;
  /** A digest of the text: 64 bits as a signed decimal, and a UUID made from it. */
  digest: (text: string) => { hash: string; uuid: string };
};

export type Identity = {
  event_id: string;
  occurred_at: string;
  content_hash: string;
  timeless: boolean;
  skewed: boolean;
};

/** CONTRACT "Identity" and "Clock". */
export function identify(reported: ReportedEvent, rules: IdentityRules): Identity | Rejection {
  const time = timeOf(reported, rules.now);
  if ("code" in time) return time;
  const ahead = (time.instant.micros - rules.now.micros) / 1e6;
  if (ahead > AHEAD_SECONDS || ahead < -rules.retention_days * 86_400) return outOfRange(reported, rules);
  const digest = rules.digest(
    `${rules.source_id}:${contentOf(reported, time.timeless ? null : time.instant.iso)}`,
  );
  return {
    event_id: reported.event_id?.toLowerCase() ?? digest.uuid,
    occurred_at: time.instant.iso,
    content_hash: digest.hash,
    timeless: time.timeless,
    skewed: ahead > SKEW_AHEAD_SECONDS || ahead < -SKEW_LATE_SECONDS,
  };
}

/** Which of the two keeps an event from having a time, whenever it is received; null where none does. */
export function untimedBy(reported: Pick<ReportedEvent, "event_id" | "occurred_at">) {
  const time = timeOf(reported, instantFromMicros(0));
  if (!("code" in time)) return null;
  return time.code === "occurred_at_required" ? "event_id" : "occurred_at";
}

function timeOf(
  reported: Pick<ReportedEvent, "event_id" | "occurred_at">,
  now: Instant,
): { instant: Instant; timeless: boolean } | Rejection {
  if (typeof reported.occurred_at === "string") {
    const instant = parseInstant(reported.occurred_at);
    if (instant) return { instant, timeless: false };
    return {
      code: "invalid_occurred_at",
      class: "validation",
      message: "occurred_at must be an existing RFC 3339 time with an offset, such as 2026-11-15T00:34:38Z.",
      field: "occurred_at",
      received: reported.occurred_at.slice(0, 100),
      retryable: false,
    };
  }
  if (!reported.event_id) return { instant: now, timeless: true };
  const instant = timeOfUuid(reported.event_id);
  if (instant) return { instant, timeless: false };
  return {
    code: "occurred_at_required",
    class: "validation",
    message:
      "An event with an event_id needs its occurred_at: without it a repeat cannot be told from a new event.",
    field: "occurred_at",
    hint: "Send occurred_at, or a version 7 UUID as event_id, whose time is taken.",
    retryable: false,
  };
}

/** The time in a version 7 UUID (milliseconds), or null for another version. */
function timeOfUuid(uuid: string): Instant | null {
  if (uuid.charAt(14) !== "7") return null;
  return instantFromMicros(Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16) * 1000);
}

function outOfRange(reported: ReportedEvent, rules: IdentityRules): Rejection {
  return {
    code: "occurred_at_out_of_range",
    class: "validation",
    message: `occurred_at must lie within the last ${rules.retention_days} days and at most 24 hours ahead.`,
    field: "occurred_at",
    received: reported.occurred_at,
    permitted: [
      addSeconds(rules.now.iso, -rules.retention_days * 86_400),
      addSeconds(rules.now.iso, AHEAD_SECONDS),
    ],
    retryable: false,
  };
}

const CONTENT_FIELDS = [...REPORTED_FIELDS] as readonly (keyof ReportedEvent)[];

/**
 * The item as text that is equal for equal content, before scrubbing and aliases. The fields stand in the order of the
 * schema, and are those it knows: the hashes of what is stored were made so.
 */
function contentOf(reported: ReportedEvent, occurred_at: string | null): string {
  const content: Record<string, unknown> = {};
  for (const field of CONTENT_FIELDS) {
    const value = reported[field];
    if (value === undefined || value === null) continue;
    content[field] = typeof value === "object" ? withSortedKeys(value) : value;
  }
  content.occurred_at = occurred_at;
  content.event_id = reported.event_id?.toLowerCase();
  return stringifyJson(content);
}
