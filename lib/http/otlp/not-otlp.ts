import { type DomainError, validationError } from "@/domain/errors";

/** 400 `body_not_otlp`: exporters send such a body never again, so it says what is wrong with it. */
export function notOtlp(message: string, parts: { field?: string; cause?: unknown } = {}): DomainError {
  return validationError("body_not_otlp", message, parts);
}
