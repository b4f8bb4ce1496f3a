/**
 * Errata at the tools of an MCP server (`@modelcontextprotocol/server` 2): copy it into `adapters/` beside errata.ts.
 *
 *   registerTool(errata, server, "list_tickets", { inputSchema, annotations: { readOnlyHint: true } }, run);
 *
 * A failure is a result with `isError` whose text is the body. As MCP has it, a tool that does not say `readOnlyHint`
 * writes. What `run` itself answers with `isError` is a failure too: name it with `map`, by `ErrorResult`.
 */
import * as mcp from "@modelcontextprotocol/server";
import type { CallContext, Errata, ToolOptions } from "../errata";

type Answer = mcp.CallToolResult | mcp.InputRequiredResult;

export type McpTool<Args> = Omit<ToolOptions<Args>, "writes" | "input" | "control_flow"> & {
  title?: string;
  description?: string;
  /** A Zod schema. */
  inputSchema: mcp.StandardSchemaWithJSON<unknown, Args> & { parse: (args: unknown) => Args };
  outputSchema?: mcp.StandardSchemaWithJSON;
  annotations?: mcp.ToolAnnotations;
  /** Where in the run a call stands, and the idempotency key of a write. */
  context?: (args: unknown, ctx: mcp.ServerContext) => CallContext;
};

/** A result with `isError` that a tool made itself; its message is the text of the result. */
export class ErrorResult extends Error {
  override readonly name = "ErrorResult";
}

/** `server.registerTool`, with the boundary around `run`. */
export function registerTool<Args>(
  errata: Errata,
  server: mcp.McpServer,
  name: string,
  tool: McpTool<Args>,
  run: (args: Args, ctx: mcp.ServerContext) => Answer | Promise<Answer>,
): mcp.RegisteredTool {
  const writes = tool.annotations?.readOnlyHint !== true;
  const boundary = errata.tool<Args>(name, {
    ...tool,
    writes,
    input: tool.inputSchema,
    control_flow: asksFirst,
  });
  // Listed, and letting everything by: else the server would refuse arguments in words of its own.
  const unchecked = { ...tool.inputSchema["~standard"], validate: (value: unknown) => ({ value }) };
  const config = { ...tool, inputSchema: { "~standard": unchecked } };
  return server.registerTool(name, config, async (args: unknown, ctx: mcp.ServerContext) => {
    const at = { call_id: String(ctx.mcpReq.id), run_id: ctx.sessionId, signal: ctx.mcpReq.signal };
    const more = errata.quietly(() => tool.context?.(args, ctx));
    const outcome = await boundary.call(args, async (read) => finished(await run(read, ctx)), {
      ...at,
      ...more,
    });
    if (outcome.ok) return outcome.value;
    const { body, user_message, event_id } = outcome;
    return {
      isError: true,
      content: [{ type: "text", text: JSON.stringify(body) }],
      _meta: { event_id, user_message },
    };
  });
}

/** The user is asked something first: neither done nor failed. */
const asksFirst = (said: unknown) =>
  said instanceof mcp.UrlElicitationRequiredError || mcp.isInputRequiredResult(said);

function finished(result: Answer): Answer {
  if (mcp.isInputRequiredResult(result) || !result.isError) return result;
  throw new ErrorResult(result.content.map((one) => (one.type === "text" ? one.text : one.type)).join("\n"));
}
