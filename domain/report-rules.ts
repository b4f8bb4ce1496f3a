import type { ClassNames } from "./event-class";
import { addSeconds, type Instant, parseInstant } from "./instant";
import { applyPins, type Pins } from "./permissions";
import { pinnedRejection } from "./pinned-rejection";
import type { Rejection } from "./reported-event";
import { type Scrub, scrubNames, scrubRejection } from "./scrub/scrub-value";

/** What a small report (calls, recoveries, releases) is read by. */
export type ReportRules = {
  /** By which names classes are read; left out: those of the contract. */
  class_names?: ClassNames;
  source_id: number;
  pins: Pins;
  now: Instant;
  retention_days: number;
  /** A digest of the text: 64 bits as a signed decimal, and a UUID made from it. */
  digest: (text: string) => { hash: string; uuid: string };
  /** What is hidden beside credentials of what is refused. */
  scrub?: Scrub | undefined;
};

export type ReportOutcome<Value> = { ok: true; value: Value } | { ok: false; rejection: Rejection };

/** What was received is said back as it may be stored. */
export function refused(rejection: Rejection, rules: ReportRules): { ok: false; rejection: Rejection } {
  return { ok: false, rejection: scrubRejection(rejection, rules.scrub) };
}

/** Names as events' names are stored, so that the two can be set side by side. */
export function settleNames<Names extends Record<string, string | null>>(
  names: Names,
  rules: ReportRules,
): Names {
  return scrubNames(names, rules.scrub ?? { found: 0 });
}

const AHEAD_SECONDS = 24 * 3600;

type SentParts = { [part in keyof Pins]?: string | null | undefined };

/** Tenant, environment and service under the key's pins; a blank is an absent part, as for events. */
export function settleParts(sent: SentParts, pins: Pins): ReportOutcome<Pins> {
  const { parts, conflict } = applyPins(pins, {
    tenant: sent.tenant || null,
    environment: sent.environment || null,
    service: sent.service || null,
  });
  if (conflict === null) return { ok: true, value: parts };
  return { ok: false, rejection: pinnedRejection(conflict, sent[conflict], pins) };
}

/** A reported time, between `oldest` (null: 1970) and 24 hours ahead, as for events. */
export function settleTime(
  field: string,
  text: string,
  rules: ReportRules,
  oldest: "retention" | null,
): ReportOutcome<Instant> {
  const base = {
    class: "validation" as const,
    field,
    received: text.slice(0, 100),
    retryable: false as const,
  };
  const instant = parseInstant(text);
  if (instant === null) {
    const message = `${field} must be an existing RFC 3339 time with an offset, such as 2026-11-15T00:34:00Z.`;
    return { ok: false, rejection: { ...base, code: `invalid_${field}`, message } };
  }
  const last = addSeconds(rules.now.iso, AHEAD_SECONDS);
  const first =
    oldest === null
      ? "1970-01-01T00:00:00.000000Z"
      : addSeconds(rules.now.iso, -rules.retention_days * 86_400);
  if (instant.iso >= first && instant.iso <= last) return { ok: true, value: instant };
  const message = `${field} must lie between ${first} and ${last}.`;
  return {
    ok: false,
    rejection: { ...base, code: `${field}_out_of_range`, message, permitted: [first, last] },
  };
}
