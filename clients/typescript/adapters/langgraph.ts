/**
 * Errata at the tools of a LangGraph agent (`@langchain/langgraph` 1): copy it into `adapters/` beside errata.ts.
 *
 *   graph.addNode("tools", new ErrataToolNode(errata, [listTickets], { list_tickets: { writes: false } }));
 *
 * A failure is a ToolMessage of status `error` whose content is the body; its artifact, which no model sees, has
 * `user_message` and `event_id`. The thread is the run. Interrupts and commands to a parent graph go on as they do.
 */
import { ToolMessage } from "@langchain/core/messages";
import type { ToolCall } from "@langchain/core/messages/tool";
import { type StructuredToolInterface, ToolInputParsingException } from "@langchain/core/tools";
import { type Command, isGraphBubbleUp, type LangGraphRunnableConfig } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import {
  type CallContext,
  type Errata,
  type Failed,
  type Tool,
  ToolError,
  type ToolErrorParts,
  type ToolOptions,
} from "../errata";

export type GraphTool = Omit<ToolOptions<unknown>, "input" | "control_flow"> & {
  /** The idempotency key of a write, and what else is known of the call. */
  context?: (call: ToolCall, config: LangGraphRunnableConfig) => CallContext;
};

/** `ToolNode`, with a boundary around each tool; every tool has to say whether it writes. */
export class ErrataToolNode extends ToolNode {
  private readonly errata: Errata;
  private readonly options: Readonly<Record<string, GraphTool>>;
  private readonly boundaries: ReadonlyMap<string, Tool<unknown>>;

  constructor(errata: Errata, tools: StructuredToolInterface[], options: Record<string, GraphTool>) {
    super(tools, { handleToolErrors: false });
    this.errata = errata;
    this.options = options;
    this.boundaries = new Map(tools.map((tool) => [tool.name, boundaryOf(errata, tool, options[tool.name])]));
  }

  protected override async runTool(call: ToolCall, config: LangGraphRunnableConfig, state: unknown) {
    const at = { run_id: config.configurable?.thread_id, call_id: call.id, signal: config.signal };
    const more = this.errata.quietly(() => this.options[call.name]?.context?.(call, config));
    const run = () => super.runTool(call, config, state);
    const boundary = this.boundaries.get(call.name);
    const outcome = boundary
      ? await boundary.call<ToolMessage | Command>(call.args, run, { ...at, ...more })
      : this.unknownTool(call, at);
    return outcome.ok ? outcome.value : messageOf(call, outcome);
  }

  private unknownTool({ name, args }: ToolCall, at: CallContext): Failed {
    const error = new ToolError({
      ...{ code: "unknown_tool", class: "not_found", message: "There is no tool of this name." },
      permitted: [...this.boundaries.keys()],
    });
    return this.errata.tool(name, { writes: false }).fail(error, args, at);
  }
}

function boundaryOf(errata: Errata, { name, schema }: StructuredToolInterface, options?: GraphTool) {
  if (options === undefined) throw new TypeError(`Say of the tool ${name} whether it writes.`);
  // What is not a Zod schema is a JSON schema, which LangGraph itself reads.
  const input = "parse" in schema ? { input: (args: unknown) => schema.parse(args) } : { schema };
  const map = [...(options.map ?? []), mapRefusal];
  return errata.tool<unknown>(name, { ...input, ...options, map, control_flow: isGraphBubbleUp });
}

/** It does not say which argument, so neither can this. */
function mapRefusal(error: unknown): ToolErrorParts | undefined {
  if (!(error instanceof ToolInputParsingException)) return undefined;
  const message = "The arguments do not match the schema of this tool.";
  return { code: "invalid_arguments", class: "validation", message, retryable: false };
}

function messageOf({ name, id = "" }: ToolCall, { body, user_message, event_id }: Failed): ToolMessage {
  const said = { status: "error" as const, name, tool_call_id: id, content: JSON.stringify(body) };
  return new ToolMessage({ ...said, artifact: { user_message, event_id } });
}
