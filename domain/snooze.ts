import { type DomainError, validationError } from "./errors";

/**
 * Why a case may not sleep until then; null when it may. Nothing sleeps past its deadline (EXPERIENCE "The exception
 * queue"), so what is overdue does not sleep at all.
 */
export function whyNotUntil(until: string, deadline_at: string, now: string): DomainError | null {
  if (until > deadline_at) {
    const overdue = deadline_at <= now;
    return validationError(
      "snooze_past_deadline",
      overdue ? "The deadline has passed; this case does not sleep." : "No case sleeps past its deadline.",
      {
        ...{ field: "until", received: until },
        permitted: overdue ? [] : [deadline_at],
        hint: overdue ? "Settle it, assign it or escalate it." : "Choose a time up to the deadline.",
      },
    );
  }
  return until > now ? null : snoozeInPast(until);
}

/** 422: nothing can be put aside until then. */
export function snoozeInPast(until: string): DomainError {
  return validationError("snooze_in_past", "That time has passed already.", {
    ...{ field: "until", received: until },
    hint: "Choose a time from now up to the deadline.",
  });
}
