import { type Server, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { type DomainError, transientError, validationError } from "@/domain/errors";
import { mintReference } from "@/domain/reference";
import type { Logger } from "@/lib/services/context";
import { PROBLEM_TYPE, problemBody, statusOf } from "./problem";

/**
 * Answers what Node could not read as a request, and would answer with a bare status line. Whose it was cannot be
 * told, so it is logged under its reference and recorded nowhere.
 */
export function answerBrokenRequests(server: Server, log: Logger): void {
  server.on("clientError", (thrown: Error, socket) => {
    if (!isAnswerable(thrown, socket)) return void socket.destroy();
    const error = failureOf(Reflect.get(thrown, "code"));
    const reference = mintReference();
    log.debug({ reference, code: error.code, err: thrown }, "request not readable");
    socket.end(rawAnswer(error, reference), () => socket.destroy());
  });
}

/** Not where the client is gone, or an answer to an earlier request is already on its way. */
function isAnswerable(thrown: Error, socket: Duplex): boolean {
  const underWay: unknown = Reflect.get(socket, "_httpMessage");
  const begun = typeof underWay === "object" && underWay !== null && Reflect.get(underWay, "headersSent");
  return socket.writable && Reflect.get(thrown, "code") !== "ECONNRESET" && begun !== true;
}

function failureOf(code: unknown): DomainError {
  if (code === "HPE_HEADER_OVERFLOW")
    return validationError("headers_too_large", "The header fields of this request are too large.");
  if (code === "ERR_HTTP_REQUEST_TIMEOUT")
    return transientError("request_timeout", "The request did not arrive in time; send it again.", 1);
  return validationError("request_not_readable", "This cannot be read as an HTTP request.");
}

function rawAnswer(error: DomainError, reference: string): string {
  const status = statusOf(error);
  const body = JSON.stringify(problemBody(error, reference));
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `content-type: ${PROBLEM_TYPE}`,
    `content-length: ${Buffer.byteLength(body)}`,
    ...(error.retry_after === undefined ? [] : [`retry-after: ${error.retry_after}`]),
    "cache-control: no-store",
    "x-content-type-options: nosniff",
    "connection: close",
    `\r\n${body}`,
  ].join("\r\n");
}
