import { DomainError, isDomainError } from "@/domain/errors";

/** OpenSSL's and Node's names for "the other side could not prove who it is", or speaks no TLS. */
const TLS_CODE = /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|EPROTO)/;

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "The connection was refused.",
  ECONNRESET: "The connection was cut before the answer was whole.",
  EPIPE: "The connection was cut while the request was being sent.",
  EHOSTUNREACH: "There is no route to the host.",
  ENETUNREACH: "There is no route to the network.",
  ETIMEDOUT: "The host did not take the connection.",
};

/** Whatever failed on the way out, as one of the codes that `sendOutgoing` promises. */
export function outgoingFailure(error: unknown, signal: AbortSignal, timeoutMs: number): DomainError {
  if (isDomainError(error)) return error;
  if (signal.aborted) {
    return failure("timed_out", `There was no whole answer within ${timeoutMs / 1000} seconds.`, error);
  }
  const code = codeOf(error);
  if (TLS_CODE.test(code)) {
    return failure("tls_failed", `No trusted encrypted connection could be made (${code}).`, error);
  }
  if (code.startsWith("HPE_") || code.startsWith("Z_") || code.startsWith("ERR_BROTLI")) {
    return failure("answer_unreadable", `What came back is no readable HTTP answer (${code}).`, error);
  }
  return failure("unreachable", REASONS[code] ?? "The host could not be reached.", error);
}

/** When every address of a name failed, Node wraps the failures; the first one's code speaks for them. */
function codeOf(error: unknown): string {
  const errors: unknown = error instanceof Error ? Reflect.get(error, "errors") : undefined;
  const first: unknown = Array.isArray(errors) ? errors[0] : error;
  const code: unknown = first instanceof Error ? Reflect.get(first, "code") : undefined;
  return typeof code === "string" ? code : "";
}

function failure(code: string, message: string, cause: unknown): DomainError {
  return new DomainError({ code, errorClass: "transient", message, cause });
}
