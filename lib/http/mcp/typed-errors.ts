import { SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/server";
import { z } from "zod";
import { type DomainError, isDomainError, publicParts, validationError } from "@/domain/errors";
import { mintReference } from "@/domain/reference";
import { scrubValue } from "@/domain/scrub/scrub-value";
import { parseInput } from "../parse-input";
import { type AnsweredFailure, toDomainError } from "../problem";
import { MCP_TOOLS } from "./tools";

/** Keeps a failure under its reference, as other doors do. */
export type Remember = (thrown: unknown, answered: AnsweredFailure) => void;
export type McpAsked = { request: Request; message: unknown };

type RpcError = { code: number; message: string; data?: Record<string, unknown> };
type RpcAnswer = { error?: RpcError };

const METHODS = ["initialize", "ping", "tools/list", "tools/call"];
export const BOTH_TYPES = "application/json, text/event-stream";

/**
 * The same answer, of which a mistake in the protocol has the contract's error body as its `data` and plain words as its
 * message. The number stays: clients go by it. There is no stream that lasts, so an answer may be read whole.
 */
export async function withTypedError(
  response: Response,
  asked: McpAsked,
  remember: Remember,
): Promise<Response> {
  if (response.body === null || response.status === 202) return response;
  const text = await response.text();
  const isStream = response.headers.get("content-type")?.includes("text/event-stream") === true;
  const typed = (json: string) => typedAnswer(json, { ...asked, status: response.status }, remember);
  const body = isStream
    ? text.replace(/^data: (\{.*)$/gm, (_, json: string) => `data: ${typed(json)}`)
    : typed(text);
  const headers = new Headers(response.headers);
  headers.delete("content-length");
  return new Response(body, { status: response.status, headers });
}

function typedAnswer(json: string, asked: McpAsked & { status: number }, remember: Remember): string {
  const answer = readAnswer(json);
  if (answer?.error === undefined || typeof answer.error.data?.reference === "string") return json;
  const { code, data } = answer.error;
  const reference = mintReference();
  const isTyped = typeof data?.code === "string";
  const fault = isTyped ? validationError(String(data.code), answer.error.message) : faultOf(code, asked);
  const status = Math.max(asked.status, 400);
  remember(fault, { error: fault, status: fault.errorClass === "system" ? 500 : status, reference });
  const parts = isTyped ? {} : (scrubValue(publicParts(fault), { found: 0 }) as object);
  const error: RpcError = { code, message: fault.message, data: { ...data, ...parts, reference } };
  return JSON.stringify({ ...answer, error });
}

function readAnswer(json: string): RpcAnswer | null {
  try {
    return JSON.parse(json) as RpcAnswer;
  } catch {
    return null;
  }
}

const MISTAKEN_PARAMS = -32602;
const UNKNOWN_METHOD = -32601;
const INTERNAL = -32603;

/** What was wrong, by what was sent: the protocol's own words are its parser's. */
function faultOf(code: number, { request, message, status }: McpAsked & { status: number }): DomainError {
  const { id, method, params } = (message ?? {}) as Record<string, unknown>;
  const version = request.headers.get("mcp-protocol-version");
  if (status === 406) return notAcceptable(request);
  if (code === INTERNAL) return toDomainError(new Error("mcp failed"));
  if (code === UNKNOWN_METHOD) return unknownMethod(method);
  if (code === MISTAKEN_PARAMS) return mistakenParams(method, params);
  if (method !== undefined && id === null) return withoutId();
  if (version !== null && !SUPPORTED_PROTOCOL_VERSIONS.includes(version)) return unknownVersion(version);
  return validationError("invalid_message", "This is no message of the Model Context Protocol.", {
    hint: "Send one JSON-RPC 2.0 request with `jsonrpc`, `id`, `method` and `params`.",
  });
}

function notAcceptable(request: Request): DomainError {
  return validationError(
    "not_acceptable",
    "The answer comes as JSON or as a stream of events; accept both.",
    {
      field: "accept",
      received: request.headers.get("accept"),
      permitted: [BOTH_TYPES],
    },
  );
}

function unknownMethod(method: unknown): DomainError {
  return validationError("unknown_method", "There is no such method here.", {
    field: "method",
    received: String(method).slice(0, 100),
    permitted: METHODS,
  });
}

function withoutId(): DomainError {
  return validationError("invalid_id", "id: must be text or a number, not null", {
    field: "id",
    received: "null",
    hint: "Give each request an id of its own, and leave it out where no answer is wanted.",
  });
}

function unknownVersion(version: string): DomainError {
  return validationError(
    "protocol_version_not_supported",
    "This version of the protocol is not spoken here.",
    {
      field: "mcp-protocol-version",
      received: version.slice(0, 100),
      permitted: SUPPORTED_PROTOCOL_VERSIONS,
      hint: "Send the version that `initialize` agreed on.",
    },
  );
}

const toolCall = z.looseObject(
  {
    name: z.string("must be the name of a tool"),
    arguments: z.record(z.string(), z.unknown(), "must be an object with the fields of the tool").optional(),
  },
  "must be an object with the name of a tool and its arguments",
);

function mistakenParams(method: unknown, params: unknown): DomainError {
  const names = MCP_TOOLS.map(({ name }) => name);
  const hint = "tools/list says which tools there are, and which arguments each one takes.";
  try {
    if (method === "tools/call") parseInput(toolCall, params, "params");
  } catch (thrown) {
    if (!isDomainError(thrown)) throw thrown;
    const { code, message, field, received } = thrown;
    return validationError(code, message, {
      ...{ field, received, hint },
      permitted: field === "name" ? names : undefined,
    });
  }
  return validationError("invalid_params", "params: are not what this method takes", {
    field: "params",
    hint,
  });
}
