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
import type { CallContext, Errata, Tool, ToolErrorParts, ToolOptions } from "../errata";

export type GraphTool = Omit<ToolOptions<unknown>, "input" | "control_flow"> & {
  /** The idempotency key of a write, and what else is known of the call. */
  context?: (call: ToolCall, config: LangGraphRunnableConfig) => CallContext;
};

/** `ToolNode`, with a boundary around each tool; every tool has to say whether it writes. */
export class ErrataToolNode extends ToolNode {
  private readonly boundaries = new Map<string, Tool<unknown>>();
  private readonly errata: Errata;
  private readonly options: Readonly<Record<string, GraphTool>>;

  constructor(errata: Errata, tools: StructuredToolInterface[], options: Record<string, GraphTool>) {
    super(tools, { handleToolErrors: false });
    this.errata = errata;
    this.options = options;
    for (const { name, schema } of tools) {
      const said = options[name];
      if (said === undefined) throw new TypeError(`Say of the tool ${name} whether it writes.`);
      // What is not a Zod schema is a JSON schema, which LangGraph itself reads.
      const input = "parse" in schema ? { input: (args: unknown) => schema.parse(args) } : { schema };
      const map = [...(said.map ?? []), mapRefusal];
      this.boundaries.set(name, errata.tool(name, { ...input, ...said, map, control_flow: isGraphBubbleUp }));
    }
  }

  protected override async runTool(call: ToolCall, config: LangGraphRunnableConfig, state: unknown) {
    const { name, args, id = "" } = call;
    const known = { run_id: config.configurable?.thread_id, call_id: id, signal: config.signal };
    const at = { ...known, ...this.errata.quietly(() => this.options[name]?.context?.(call, config)) };
    const run = (): Promise<ToolMessage | Command> => super.runTool(call, config, state);
    const outcome =
      (await this.boundaries.get(name)?.call(args, run, at)) ??
      this.errata.unknownTool(name, [...this.boundaries.keys()], args, at);
    if (outcome.ok) return outcome.value;
    const { body, user_message, event_id } = outcome;
    const said = { status: "error" as const, name, tool_call_id: id, content: JSON.stringify(body) };
    return new ToolMessage({ ...said, artifact: { user_message, event_id } });
  }
}

/** It does not say which argument, so neither can this. */
function mapRefusal(error: unknown): ToolErrorParts | undefined {
  if (!(error instanceof ToolInputParsingException)) return undefined;
  const message = "The arguments do not match the schema of this tool.";
  return { code: "invalid_arguments", class: "validation", message, retryable: false };
}
