import { type DomainError, validationError } from "@/domain/errors";

/** A client that went away in the middle is no failure of ours: `body_cut_short`. */
export function cutShort(cause: unknown): DomainError {
  return validationError("body_cut_short", "The body ended before it was complete.", { cause });
}
