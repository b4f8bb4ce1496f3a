import type { Effect } from "../effect";
import type { ErrorClass } from "../errors";

/** What is known of a failure by the number, or the SDK's name, that the protocol gives it. */
export type ProtocolFailure = {
  code: string;
  class: ErrorClass;
  /** Whether nobody knows what became of the call; a tool that only reads has done nothing anyway. */
  effect?: Effect;
};

const TIMEOUT: ProtocolFailure = { code: "request_timeout", class: "transient", effect: "unknown" };
const CLOSED: ProtocolFailure = { code: "connection_closed", class: "system", effect: "unknown" };

/** CONTRACT "Standards' doors"; -32002 is MCP's own, and the names are those of the TypeScript SDK from version 2 on. */
const FAILURES: ReadonlyMap<number | string, ProtocolFailure> = new Map<number | string, ProtocolFailure>([
  [-32_700, { code: "parse_error", class: "validation" }],
  [-32_600, { code: "invalid_request", class: "validation" }],
  [-32_602, { code: "invalid_params", class: "validation" }],
  [-32_601, { code: "method_not_found", class: "not_found" }],
  [-32_603, { code: "internal_error", class: "system" }],
  [-32_002, { code: "resource_not_found", class: "not_found" }],
  [-32_001, TIMEOUT],
  [-32_000, CLOSED],
  ["REQUEST_TIMEOUT", TIMEOUT],
  ["CONNECTION_CLOSED", CLOSED],
  ["SEND_FAILED", { code: "send_failed", class: "system", effect: "unknown" }],
]);

/**
 * Undefined for a number or name of which the protocol says nothing. A tool that only reads has no effect that could be
 * unknown.
 */
export function protocolFailure(code: unknown, is_read_only: boolean): ProtocolFailure | undefined {
  const failure = typeof code === "number" || typeof code === "string" ? FAILURES.get(code) : undefined;
  if (failure === undefined || !is_read_only) return failure;
  return { code: failure.code, class: failure.class };
}
