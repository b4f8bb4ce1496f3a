import { DomainError, validationError } from "@/domain/errors";

/** What the sign-in library throws, read by shape: several copies of its class may exist in one process. */
type LibraryFailure = { statusCode: number; body?: { code?: unknown } };

function isLibraryFailure(thrown: unknown): thrown is LibraryFailure {
  return (
    typeof thrown === "object" && thrown !== null && typeof Reflect.get(thrown, "statusCode") === "number"
  );
}

/** One answer for an unknown address, a wrong password and a disabled person. */
export function wrongCredentials(): DomainError {
  return new DomainError({
    code: "wrong_credentials",
    errorClass: "authorization",
    message: "E-mail address and password do not belong together.",
    hint: "Try again, or ask an admin for a new link.",
  });
}

/** The library's refusals in our words; everything else as it was thrown. */
export function toAuthError(thrown: unknown): unknown {
  if (!isLibraryFailure(thrown) || thrown.statusCode >= 500) return thrown;
  if (thrown.body?.code === "INVALID_PASSWORD")
    return validationError("wrong_password", "The current password is not right.", {
      field: "currentPassword",
      cause: thrown,
    });
  return wrongCredentials();
}
