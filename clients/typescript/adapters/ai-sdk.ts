/**
 * Errata at a tool of the Vercel AI SDK (`ai` 6): copy it into `adapters/` beside errata.ts.
 *
 *   const tools = { list_tickets: errataTool(errata, "list_tickets", { writes: false, inputSchema, execute }) };
 *
 * A failure is thrown as `ToolFailed`, whose message is the body: the SDK gives it to the model as the tool's error,
 * and to you as the part `tool-error` with `user_message` and `event_id`.
 */
import { asSchema, type FlexibleSchema, jsonSchema, type Tool, type ToolExecutionOptions } from "ai";
import type { CallContext, Errata, ErrorBody, Failed, ToolOptions } from "../errata";

type Options = ToolExecutionOptions;

export type AiTool<Args, Result> = Omit<ToolOptions<Args>, "input"> & {
  description?: string;
  /** A Zod schema. */
  inputSchema: FlexibleSchema<Args> & { parse: (args: unknown) => Args };
  execute: (args: Args, options: Options) => Result | Promise<Result>;
  needsApproval?: (args: Args, options: Omit<Options, "abortSignal">) => boolean | PromiseLike<boolean>;
  /** Where in the run a call stands, and the idempotency key of a write. */
  context?: (args: unknown, options: Options) => CallContext;
};

/** What the model was told instead of a result. */
export class ToolFailed extends Error {
  override readonly name = "ToolFailed";
  readonly body: ErrorBody;
  readonly user_message: string | undefined;
  readonly event_id: string;
  constructor({ body, user_message, event_id }: Failed) {
    super(JSON.stringify(body));
    this.body = body;
    this.user_message = user_message;
    this.event_id = event_id;
  }
}

/** `tool()` of the SDK, with the boundary around `execute`. */
export function errataTool<Args, Result>(
  errata: Errata,
  name: string,
  { description, inputSchema, execute, needsApproval, context, ...options }: AiTool<Args, Result>,
): Tool<unknown, Result> {
  const boundary = errata.tool<Args>(name, { ...options, input: inputSchema });
  const asked: Tool<unknown, unknown> = {
    // Without a check of the SDK's own, which would refuse arguments in its words and tell nobody.
    inputSchema: jsonSchema(() => asSchema(inputSchema).jsonSchema),
    execute: async (args, call) => {
      const at = { call_id: call.toolCallId, signal: call.abortSignal };
      const more = errata.quietly(() => context?.(args, call));
      const outcome = await boundary.call(args, (read) => execute(read, call), { ...at, ...more });
      if (outcome.ok) return outcome.value;
      throw new ToolFailed(outcome);
    },
  };
  if (description !== undefined) asked.description = description;
  // What is refused anyway needs nobody's approval.
  if (needsApproval)
    asked.needsApproval = async (args, call) => {
      const read = errata.quietly(() => ({ args: inputSchema.parse(args) }));
      return read !== undefined && needsApproval(read.args, call);
    };
  return asked as Tool<unknown, Result>;
}
