import {
  type CallToolRequest,
  type CallToolResult,
  createMcpHandler,
  INVALID_PARAMS,
  ProtocolError,
  Server,
  type Tool,
} from "@modelcontextprotocol/server";
import { publicParts } from "@/domain/errors";
import { escapeHidden } from "@/domain/hidden-characters";
import { stringifyJson } from "@/domain/json";
import { mintReference } from "@/domain/reference";
import type { ServiceContext } from "@/lib/services/context";
import packageJson from "@/package.json" with { type: "json" };
import { inputSchema, outputSchema } from "../openapi/json-schema";
import { parseInput } from "../parse-input";
import { statusOf, toDomainError } from "../problem";
import { asSupport } from "./support-view";
import { MCP_TOOLS, type McpTool } from "./tools";
import { BOTH_TYPES, type McpAsked, type Remember, withTypedError } from "./typed-errors";

const INSTRUCTIONS =
  "Errata knows the failures behind the references that users quote. First look_up_reference with the user's own words, then what_to_tell_the_user with the reference found. Never guess between several, and never promise more than the answer does.";

/**
 * Answers one message of the Model Context Protocol (streamable HTTP, stateless: 2026-07-28, and 2025-era clients).
 * Tools fail by the contract: a result with `isError`, whose text and `_meta.error` are the error body. A mistake in the
 * protocol has it as the `data` of its error.
 */
export async function answerMcp(
  ctx: ServiceContext,
  { request, message }: McpAsked,
  remember: Remember,
): Promise<Response> {
  const handler = createMcpHandler(() => serverFor(asSupport(ctx), remember), {
    maxSubscriptions: 0,
    onerror: (error) => ctx.log.debug({ err: error }, "mcp message refused"),
  });
  const response = await handler.fetch(acceptingBoth(request), { parsedBody: message });
  return withTypedError(response, { request, message }, remember);
}

/** Who accepts anything accepts both of what the protocol answers with, and so does who says nothing. */
function acceptingBoth(request: Request): Request {
  const accepted = request.headers.get("accept") ?? "*/*";
  if (!/\*\/\*/.test(accepted)) return request;
  const headers = new Headers(request.headers);
  headers.set("accept", BOTH_TYPES);
  return new Request(request.url, { method: request.method, headers, signal: request.signal });
}

function serverFor(ctx: ServiceContext, remember: Remember): Server {
  const info = { name: "errata", title: "Errata", version: packageJson.version };
  const server = new Server(info, { capabilities: { tools: {} }, instructions: INSTRUCTIONS });
  server.setRequestHandler("tools/list", () => ({ tools: MCP_TOOLS.map(describeTool) }));
  server.setRequestHandler("tools/call", ({ params }) => callTool(ctx, params, remember));
  return server;
}

function describeTool({ name, title, description, takes, answers }: McpTool): Tool {
  return {
    ...{ name, title, description },
    inputSchema: { ...inputSchema(takes), type: "object" },
    outputSchema: { ...outputSchema(answers), type: "object" },
    annotations: { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false },
  };
}

async function callTool(
  ctx: ServiceContext,
  params: CallToolRequest["params"],
  remember: Remember,
): Promise<CallToolResult> {
  const tool = MCP_TOOLS.find(({ name }) => name === params.name);
  if (tool === undefined) throw unknownTool(params.name);
  try {
    const value = await tool.run(ctx, parseInput(tool.takes, params.arguments ?? {}, "body"));
    return { content: [asText(value)], structuredContent: JSON.parse(stringifyJson(value)) };
  } catch (thrown) {
    return failed(thrown, remember);
  }
}

/** A mistake in the protocol rather than a tool's failure; its data is the same error body. */
function unknownTool(name: string): ProtocolError {
  const message = `There is no tool ${JSON.stringify(name.slice(0, 100))}.`;
  return new ProtocolError(INVALID_PARAMS, message, {
    ...{ code: "unknown_tool", class: "validation", message, field: "name", received: name.slice(0, 100) },
    ...{ permitted: MCP_TOOLS.map((tool) => tool.name), retryable: false },
  });
}

function failed(thrown: unknown, remember: Remember): CallToolResult {
  const error = toDomainError(thrown);
  const reference = mintReference();
  remember(thrown, { error, status: statusOf(error), reference });
  const body = { ...publicParts(error), reference };
  return { isError: true, content: [asText(body)], _meta: { error: body } };
}

/** Read by people in some assistants: what others wrote turns none of it around. */
function asText(value: object): { type: "text"; text: string } {
  return { type: "text", text: escapeHidden(stringifyJson(value)) };
}
