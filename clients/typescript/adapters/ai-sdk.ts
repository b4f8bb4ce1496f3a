/**
 * Errata at a tool of the Vercel AI SDK (`ai` 6): copy it into `adapters/` beside errata.ts.
 *
 *   const tools = { list_tickets: errataTool(errata, "list_tickets", { writes: false, inputSchema, execute }) };
 *
 * A failure is thrown as `ToolFailed`: the SDK gives its message, the body, to the model, and to you the error as the
 * part `tool-error`.
 */
import { asSchema, type ToolExecutionOptions as Call, type FlexibleSchema, jsonSchema, type Tool } from "ai";
import type { CallContext, Errata, ErrorBody, Failed, ToolOptions } from "../errata";

export type AiTool<Args, Result> = Omit<ToolOptions<Args>, "input"> & {
  description?: string;
  /** A Zod schema. */
  inputSchema: FlexibleSchema<Args> & { parse: (args: unknown) => Args };
  execute: (args: Args, call: Call) => Result | Promise<Result>;
  needsApproval?: (args: Args, call: Omit<Call, "abortSignal">) => boolean | PromiseLike<boolean>;
  /** Where in the run a call stands, and the idempotency key of a write. */
  context?: (args: unknown, call: Call) => CallContext;
};

/** What the model was told instead of a result. */
export class ToolFailed extends Error {
  declare readonly body: ErrorBody;
  declare readonly user_message: string | undefined;
  declare readonly event_id: string;
  constructor(failed: Failed) {
    super(JSON.stringify(failed.body));
    Object.assign(this, failed, { name: "ToolFailed" });
  }
}

/** `tool()` of the SDK, with the boundary around `execute`. */
export function errataTool<Args, Result>(
  errata: Errata,
  name: string,
  tool: AiTool<Args, Result>,
): Tool<unknown, Result> {
  const { description, inputSchema, execute, needsApproval, context, ...options } = tool;
  const boundary = errata.tool<Args>(name, { ...options, input: inputSchema });
  const asked: Tool<unknown, unknown> = {
    ...(description !== undefined && { description }),
    // Without a check of the SDK's own, which would refuse arguments in its words and tell nobody.
    inputSchema: jsonSchema(() => asSchema(inputSchema).jsonSchema),
    execute: async (args, call) => {
      const at = { call_id: call.toolCallId, signal: call.abortSignal };
      const more = errata.quietly(() => context?.(args, call));
      const outcome = await boundary.call(args, (read) => execute(read, call), { ...at, ...more });
      if (!outcome.ok) throw new ToolFailed(outcome);
      return outcome.value;
    },
    // What is refused anyway needs nobody's approval.
    ...(needsApproval && {
      needsApproval: async (args: unknown, call: Omit<Call, "abortSignal">) => {
        const read = errata.quietly(() => [inputSchema.parse(args)] as const);
        return read !== undefined && needsApproval(read[0], call);
      },
    }),
  };
  return asked as Tool<unknown, Result>;
}
