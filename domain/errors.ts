/** The six families of failure. The class decides how a caller may react; see `docs/vocabulary.md`. */
export const ERROR_CLASSES = [
  "validation",
  "authorization",
  "not_found",
  "transient",
  "system",
  "semantic",
] as const;
export type ErrorClass = (typeof ERROR_CLASSES)[number];

/** Everything a caller may be told about a failure. What stays inside goes into `cause`. */
export type DomainErrorParts = {
  code: string;
  errorClass: ErrorClass;
  message: string;
  field?: string | undefined;
  received?: unknown;
  permitted?: readonly unknown[] | undefined;
  hint?: string | undefined;
  /** Left out: true for `transient`, false otherwise. */
  retryable?: boolean | undefined;
  /** Seconds. */
  retry_after?: number | undefined;
  effect?: "absent" | "committed" | "unknown" | undefined;
  /** Further public members of the answer, such as `permitted_from` or `claimed_by`. */
  details?: Record<string, unknown> | undefined;
  /** The bound that was reached, for the RateLimit fields of the answer. */
  quota?: Quota | undefined;
  /** Private: logged, never answered. */
  cause?: unknown;
};

/** How much of something there may be: in a window, or, without one, at once. */
export type Quota = {
  /** Left out: the error's code. */
  name?: string;
  most: number;
  window_seconds?: number;
  /** Left out: requests, or the items they hold. */
  unit?: "concurrent-requests" | "content-bytes";
};

const BRAND = Symbol.for("errata.domain_error");

/** A failure that was thought about: a code of ours, a class, and what the caller can do. Free of HTTP. */
export class DomainError extends Error {
  readonly code: string;
  readonly errorClass: ErrorClass;
  readonly field: string | undefined;
  readonly received: unknown;
  readonly permitted: readonly unknown[] | undefined;
  readonly hint: string | undefined;
  readonly retryable: boolean;
  readonly retry_after: number | undefined;
  readonly effect: "absent" | "committed" | "unknown" | undefined;
  readonly details: Record<string, unknown> | undefined;
  readonly quota: Quota | undefined;

  constructor(parts: DomainErrorParts) {
    super(parts.message, parts.cause === undefined ? undefined : { cause: parts.cause });
    this.name = "DomainError";
    this.code = parts.code;
    this.errorClass = parts.errorClass;
    this.field = parts.field;
    this.received = parts.received;
    this.permitted = parts.permitted;
    this.hint = parts.hint;
    this.retryable = parts.retryable ?? parts.errorClass === "transient";
    this.retry_after = parts.retry_after;
    this.effect = parts.effect;
    this.details = parts.details;
    this.quota = parts.quota;
    Object.defineProperty(this, BRAND, { value: true });
  }
}

/** Tells a DomainError by its brand: one process may hold several copies of this module. */
export function isDomainError(error: unknown): error is DomainError {
  return typeof error === "object" && error !== null && Reflect.get(error, BRAND) === true;
}

/** The error's public members, named as on the wire; absent ones are left out. */
export function publicParts(error: DomainError): Record<string, unknown> {
  const parts: Record<string, unknown> = {
    ...error.details,
    code: error.code,
    class: error.errorClass,
    message: error.message,
    field: error.field,
    permitted: error.permitted,
    received: error.received,
    hint: error.hint,
    retryable: error.retryable,
    retry_after: error.retry_after,
    effect: error.effect,
  };
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));
}

type Extra = Partial<Omit<DomainErrorParts, "code" | "errorClass" | "message">>;

/** The caller sent something that can be corrected; answered 422 unless the table says otherwise. */
export function validationError(code: string, message: string, extra: Extra = {}): DomainError {
  return new DomainError({ code, errorClass: "validation", message, ...extra });
}

/** There is no such thing, or the caller may not know of it: the two are never told apart. */
export function notFoundError(code: string, message: string, extra: Extra = {}): DomainError {
  return new DomainError({ code, errorClass: "not_found", message, ...extra });
}

/** The state moved on between reading and writing; answered 409. */
export function conflictError(code: string, message: string, extra: Extra = {}): DomainError {
  return new DomainError({ code, errorClass: "semantic", message, ...extra });
}

/** The caller is known but may not do this; says nothing about what exists. */
export function forbiddenError(): DomainError {
  return new DomainError({
    code: "forbidden",
    errorClass: "authorization",
    message: "This is not allowed with the access you have.",
  });
}

/** Errata cannot do it now and can be asked again after `retry_after` seconds; answered 503 or 429. */
export function transientError(
  code: string,
  message: string,
  retry_after: number,
  extra: Extra = {},
): DomainError {
  return new DomainError({ code, errorClass: "transient", message, retry_after, ...extra });
}
