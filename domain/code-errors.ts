import { type DomainError, notFoundError } from "./errors";

/** The refusal of a code that nobody ever sent, or none that the caller may know of. */
export function noSuchCode(code: string): DomainError {
  return notFoundError("no_such_code", "No failure with this code was ever seen.", {
    ...{ field: "code", received: code },
    hint: "Codes enter by themselves with their first failure; GET /api/v1/codes lists them.",
  });
}
