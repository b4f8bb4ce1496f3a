import { z } from "zod";
import { reportedMcpResult } from "@/domain/mcp-result/reported-mcp-result";
import { eventsAccepted, itemStatus } from "./ingest";

/** `POST /api/v1/mcp-results`: one, an array, `{"results": […]}` or NDJSON; each is judged by itself. */
export const mcpResultReport = reportedMcpResult;

/** A JSON-RPC response as a harness got it, with where it was in the run. */
export const MCP_RESULT_EXAMPLE = {
  tool: "refund_payment",
  server: "billing",
  run_id: "run_81f3",
  jsonrpc: "2.0",
  id: 7,
  result: {
    isError: true,
    structuredContent: {
      code: "gateway_timeout",
      class: "transient",
      message: "The gateway did not answer in time; whether the refund went through is not known.",
      retryable: false,
      effect: "unknown",
      reference: "err_7c1f9a",
    },
    content: [{ type: "text", text: "The gateway did not answer in time." }],
  },
  idempotency_key: "refund-2026-11-15-0042",
  event_id: "0198f2c4-7b1e-7c3a-9f52-3d6a1c0e8b47",
  occurred_at: "2026-11-15T00:34:38.350360Z",
};

const { results, ...counts } = eventsAccepted.shape;

/** As for events; a result that is no failure is `skipped`, and counted nowhere else. */
export const mcpResultsAccepted = z.object({
  ...counts,
  skipped: z.int(),
  results: z.array(results.element.extend({ status: z.enum([...itemStatus.options, "skipped"]) })),
});
export type McpResultsAccepted = z.output<typeof mcpResultsAccepted>;
