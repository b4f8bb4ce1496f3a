import type { ServerResponse } from "node:http";
import { notFoundError, validationError } from "@/domain/errors";
import { API_HEADERS } from "./security-headers";

/** Addresses that machines call: every failure there is a problem of the contract. */
export function isForMachines(pathname: string): boolean {
  return /^\/(?:api|sentry)(?:\/|$)/.test(pathname);
}

/**
 * Lets `answer` take over where Next ends a response with a failure of its own making, such as the 405 without a body
 * for a method that a route does not have. Next, and its compression, send the headers before they end, so until then
 * nothing of such a failure goes out.
 */
export function takeOverFailures(res: ServerResponse, answer: (failure: unknown) => void): void {
  const { writeHead, flushHeaders, write, end } = res;
  const isTheirs = () => !res.headersSent && res.statusCode >= 400 && !isOurs(res);
  const hold = <Answer>(method: (...of: never[]) => Answer, held: Answer) =>
    ((...of: never[]) => (isTheirs() ? held : Reflect.apply(method, res, of))) as never;
  res.writeHead = ((status: number, ...of: never[]) => {
    res.statusCode = status;
    return isTheirs() ? res : Reflect.apply(writeHead, res, [status, ...of]);
  }) as never;
  res.flushHeaders = hold(flushHeaders, undefined);
  res.write = hold(write, true);
  res.end = ((...of: never[]) => {
    const isTaken = isTheirs();
    Object.assign(res, { writeHead, flushHeaders, write, end });
    if (!isTaken) return Reflect.apply(end, res, of);
    const failure = failureOf(res.statusCode);
    for (const name of ["content-type", "content-length", "content-encoding", "etag"]) res.removeHeader(name);
    answer(failure);
    return res;
  }) as never;
}

/** Every answer of a route carries the policy of the API; what Next makes up has the one of pages, or none. */
function isOurs(res: ServerResponse): boolean {
  return res.getHeader("content-security-policy") === API_HEADERS["content-security-policy"];
}

function failureOf(status: number): unknown {
  if (status === 404)
    return notFoundError("not_found", "There is nothing at this address of the API.", {
      hint: "Check the path and its version: everything is under /api/v1.",
    });
  if (status === 405)
    return validationError("method_not_supported", "This address does not answer this method.", {
      hint: "The document at /api/v1/openapi.json lists the methods of every address.",
    });
  if (status < 500)
    return validationError("request_not_readable", "This request cannot be read as HTTP for this address.");
  return new Error(`the router answered ${status}`);
}
