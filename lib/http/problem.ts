import { DomainError, type ErrorClass, isDomainError, publicParts } from "@/domain/errors";
import { mintReference } from "@/domain/reference";
import { scrubValue } from "@/domain/scrub/scrub-value";
import { isDatabaseUnavailable } from "@/lib/platform/database-failure";
import type { Logger } from "@/lib/services/context";
import { refusalFields } from "./rate-limit-fields";

export const PROBLEM_TYPE = "application/problem+json";

/** The one place where a failure becomes a status: by code, else by class. */
const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  body_empty: 400,
  body_not_json: 400,
  body_not_otlp: 400,
  body_cut_short: 400,
  body_not_decodable: 400,
  method_not_supported: 400,
  path_not_decodable: 400,
  host_required: 400,
  request_not_readable: 400,
  // HTTP's own, before there is a request (decision 0079).
  request_timeout: 408,
  headers_too_large: 431,
  unauthenticated: 401,
  wrong_credentials: 401,
  forbidden: 403,
  origin_not_allowed: 403,
  body_too_large: 413,
  too_many_items: 413,
  content_type_not_supported: 415,
  content_encoding_not_supported: 415,
  effect_may_still_land: 409,
  rate_limited: 429,
  buffer_full: 429,
  too_many_streams: 429,
  too_many_uploads: 429,
};

const STATUS_BY_CLASS: Readonly<Record<ErrorClass, number>> = {
  validation: 422,
  authorization: 403,
  not_found: 404,
  transient: 503,
  system: 500,
  semantic: 409,
};

const TITLES: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  408: "Request Timeout",
  409: "Conflict",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  422: "Unprocessable Content",
  429: "Too Many Requests",
  431: "Request Header Fields Too Large",
  500: "Internal Server Error",
  503: "Service Unavailable",
};

/** The HTTP status of a domain error. */
export function statusOf(error: DomainError): number {
  return STATUS_BY_CODE[error.code] ?? STATUS_BY_CLASS[error.errorClass];
}

/** Any thrown value as a failure that may be answered; what was not thought about becomes `internal_error`. */
export function toDomainError(thrown: unknown): DomainError {
  if (isDomainError(thrown)) return thrown;
  if (isDatabaseUnavailable(thrown))
    return new DomainError({
      code: "database_unavailable",
      errorClass: "transient",
      message:
        "The database cannot be reached, or has no room, right now. Send the same again; what it did store counts once.",
      retry_after: 2,
      cause: thrown,
    });
  return new DomainError({
    code: "internal_error",
    errorClass: "system",
    message: "Something failed that was not thought of. Quote the reference to find out what.",
    retryable: false,
    cause: thrown,
  });
}

/** The body of an `application/problem+json` answer (RFC 9457, CONTRACT "Errors of the API itself"). */
export function problemBody(error: DomainError, reference: string): Record<string, unknown> {
  const status = statusOf(error);
  return {
    ...answerable(publicParts(error)),
    reference,
    type: "about:blank",
    title: TITLES[status] ?? "Error",
    status,
    detail: error.message,
  };
}

/** What was received is said back without the credentials in it. */
function answerable(parts: Record<string, unknown>): Record<string, unknown> {
  return "received" in parts ? { ...parts, received: scrubValue(parts.received, { found: 0 }) } : parts;
}

function headersOf(error: DomainError): Record<string, string> {
  const headers: Record<string, string> = {
    "content-type": PROBLEM_TYPE,
    "cache-control": "no-store",
  };
  if (statusOf(error) === 401) headers["www-authenticate"] = 'Bearer realm="errata"';
  if (error.retry_after === undefined) return headers;
  const seconds = Math.ceil(error.retry_after);
  headers["retry-after"] = String(seconds);
  if (statusOf(error) === 429) Object.assign(headers, Object.fromEntries(refusalFields(error, seconds)));
  return headers;
}

/** What was answered to whom, for whoever keeps failures. */
export type AnsweredFailure = { error: DomainError; status: number; reference: string };

/** Turns anything thrown into an answer. The cause is logged under the answered reference, never answered. */
export function problemResponse(
  thrown: unknown,
  log: Logger,
  request?: Request,
  remember?: (answered: AnsweredFailure) => void,
): Response {
  const error = toDomainError(thrown);
  const status = statusOf(error);
  const reference = mintReference();
  const facts = { reference, code: error.code, status, ...requestFacts(request) };
  if (status >= 500) log.error({ ...facts, err: error.cause ?? error }, "request failed");
  else log.debug(facts, "request refused");
  remember?.({ error, status, reference });
  return Response.json(problemBody(error, reference), { status, headers: headersOf(error) });
}

/** Method and path only: a query may hold what a person pasted, which is never logged. */
function requestFacts(request: Request | undefined): Record<string, string> {
  if (request === undefined) return {};
  return { method: request.method, path: new URL(request.url).pathname };
}
