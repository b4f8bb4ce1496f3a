import { conflictError, type DomainError, notFoundError, validationError } from "@/domain/errors";
import { outsidePart } from "@/domain/outside-part";
import type { Confinement } from "@/domain/permissions";
import type { AlertPlace } from "./condition";

/** There may be so many: each is measured every minute. */
export const ALERTS_MOST = 200;
const MUTED_DAYS_MOST = 366;
export const MUTED_MOST_SECONDS = MUTED_DAYS_MOST * 86_400;

/** There is no such alert, or it lies outside what the caller sees. */
export function alertNotFound(): DomainError {
  return notFoundError("alert_not_found", "There is no such alert.");
}

export function alertChanged(version: number): DomainError {
  return conflictError("alert_changed", "Somebody else changed this alert meanwhile.", {
    ...{ hint: "Read it again.", details: { version } },
  });
}

export function tooManyAlerts(): DomainError {
  return conflictError("too_many_alerts", `There are ${ALERTS_MOST} alerts already.`, {
    ...{ hint: "Remove one first.", details: { most: ALERTS_MOST } },
  });
}

/** Of this firing nothing can be acknowledged: it has ended, or never was. */
export function notFiring(): DomainError {
  return conflictError("not_firing", "This firing has ended; there is nothing to acknowledge.", {
    hint: "Read the alert again.",
  });
}

export function alreadyAcknowledged(by: string, at: string): DomainError {
  return conflictError("already_acknowledged", `${by} has acknowledged this firing.`, {
    details: { acknowledged_by: by, acknowledged_at: at },
  });
}

/** Why an alert cannot be muted until then; null when it can. Instants as canonical text. */
export function whyNotMuted(until: string, now: string, latest: string): DomainError | null {
  if (until <= now)
    return validationError("mute_in_past", "An alert is muted until a time to come.", {
      ...{ field: "until", received: until },
    });
  if (until <= latest) return null;
  return validationError("mute_too_long", `An alert can be muted for ${MUTED_DAYS_MOST} days at most.`, {
    ...{ field: "until", received: until, details: { latest } },
    hint: "Remove it if nobody needs it.",
  });
}

/** Why a caller who sees only a part may not watch this place; null when it lies within their part. */
export function whyNotThere(confinement: Confinement, place: AlertPlace): DomainError | null {
  const outside = outsidePart(confinement, place);
  if (outside === null) return null;
  return validationError(
    "alert_outside_your_part",
    "You see a part of this installation, and so does your alert.",
    { ...outside, hint: `Choose the ${outside.field} that it watches.` },
  );
}
