/**
 * Errata at the tools of an MCP server (`@modelcontextprotocol/server` 2): copy it into `adapters/` beside errata.ts.
 *
 *   registerTool(errata, server, "list_tickets", { inputSchema, annotations: { readOnlyHint: true } }, run);
 *
 * A failure is a result with `isError` whose text is the body. As MCP has it, a tool that does not say `readOnlyHint`
 * writes. What `run` itself answers with `isError` is a failure too: name it with `map`, by `ErrorResult`.
 */
import {
  type CallToolResult,
  type InputRequiredResult,
  isInputRequiredResult,
  type McpServer,
  type RegisteredTool,
  type ServerContext,
  type StandardSchemaWithJSON,
  type ToolAnnotations,
  UrlElicitationRequiredError,
} from "@modelcontextprotocol/server";
import type { CallContext, Errata, Failed, ToolOptions } from "../errata";

type Schema<Args> = StandardSchemaWithJSON<unknown, Args> & { parse: (args: unknown) => Args };
type Answer = CallToolResult | InputRequiredResult;

export type McpTool<Args> = Omit<ToolOptions<Args>, "writes" | "input" | "control_flow"> & {
  title?: string;
  description?: string;
  /** A Zod schema. */
  inputSchema: Schema<Args>;
  outputSchema?: StandardSchemaWithJSON;
  annotations?: ToolAnnotations;
  /** Where in the run a call stands, and the idempotency key of a write. */
  context?: (args: unknown, ctx: ServerContext) => CallContext;
};

/** A result with `isError` that a tool made itself; its message is the text of the result. */
export class ErrorResult extends Error {
  override readonly name = "ErrorResult";
}

/** The tool asks the user something first: neither done nor failed. */
class Asking extends Error {
  readonly result: InputRequiredResult;
  constructor(result: InputRequiredResult) {
    super("the tool asks for input");
    this.result = result;
  }
}

/** `server.registerTool`, with the boundary around `run`. */
export function registerTool<Args>(
  errata: Errata,
  server: McpServer,
  name: string,
  tool: McpTool<Args>,
  run: (args: Args, ctx: ServerContext) => Answer | Promise<Answer>,
): RegisteredTool {
  const boundary = errata.tool<Args>(name, {
    ...tool,
    writes: tool.annotations?.readOnlyHint !== true,
    input: tool.inputSchema,
    control_flow: (error) => error instanceof Asking || error instanceof UrlElicitationRequiredError,
  });
  const config = { ...tool, inputSchema: unchecked(tool.inputSchema) };
  return server.registerTool(name, config, async (args: unknown, ctx: ServerContext) => {
    const { id, signal } = ctx.mcpReq;
    const at = { call_id: String(id), run_id: ctx.sessionId, signal };
    const more = errata.quietly(() => tool.context?.(args, ctx));
    const finish = async (read: Args) => finished(await run(read, ctx));
    try {
      const outcome = await boundary.call(args, finish, { ...at, ...more });
      return outcome.ok ? outcome.value : resultOf(outcome);
    } catch (error) {
      if (error instanceof Asking) return error.result;
      throw error;
    }
  });
}

/** Lists the schema and lets everything by: else the server would refuse arguments in words of its own. */
function unchecked(schema: StandardSchemaWithJSON): StandardSchemaWithJSON {
  return { "~standard": { ...schema["~standard"], validate: (value) => ({ value }) } };
}

function finished(result: Answer): CallToolResult {
  if (isInputRequiredResult(result)) throw new Asking(result);
  if (!result.isError) return result;
  const text = result.content.map((one) => (one.type === "text" ? one.text : one.type));
  throw new ErrorResult(text.join("\n"));
}

function resultOf({ body, user_message, event_id }: Failed): CallToolResult {
  const text = JSON.stringify(body);
  return { isError: true, content: [{ type: "text", text }], _meta: { event_id, user_message } };
}
