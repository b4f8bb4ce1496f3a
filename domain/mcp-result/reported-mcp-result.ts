import { z } from "zod";
import { reportedEvent } from "../reported-event";

const { run_id, turn, attempt, idempotency_key, arguments_hash, call_id, tool } = reportedEvent.shape;
const { tenant, environment, service, release, trace_id, span_id, event_id, occurred_at, attributes } =
  reportedEvent.shape;

/**
 * A tool's result or a JSON-RPC error as a harness saw it: a whole JSON-RPC response, or its `result` or `error`, with
 * where it was in the run (CONTRACT "Standards' doors").
 */
export const reportedMcpResult = z.object({
  tool,
  /** The MCP server it came from; stands for the service where none is said. */
  server: service,
  /** What `tools/call` answered: a failure where it says `isError: true`, else skipped. */
  result: z
    .looseObject({
      isError: z.boolean().nullish(),
      structuredContent: z.unknown().optional(),
      _meta: z.unknown().optional(),
      content: z.unknown().optional(),
    })
    .nullish(),
  /** What JSON-RPC or the SDK answered instead; SDKs say `REQUEST_TIMEOUT` where others say -32001. */
  error: z
    .looseObject({
      code: z.union([z.number(), z.string()]).nullish(),
      message: z.string().nullish(),
      data: z.unknown().optional(),
    })
    .nullish(),
  /** The JSON-RPC id, which stands for `call_id` where none is said. */
  id: z.union([z.string(), z.number()]).nullish(),
  ...{ run_id, turn, attempt, idempotency_key, arguments_hash, call_id },
  ...{ tenant, environment, service, release, trace_id, span_id, event_id, occurred_at, attributes },
});
export type ReportedMcpResult = z.infer<typeof reportedMcpResult>;
