import { ingestQuery } from "@/lib/contract/ingest";
import { MCP_RESULT_EXAMPLE, mcpResultReport, mcpResultsAccepted } from "@/lib/contract/mcp-results";
import { defineRoute } from "@/lib/http/define-route";
import { ingestAnswer } from "@/lib/http/ingest-answer";
import { readItems } from "@/lib/http/read-items";
import { recordMcpResults } from "@/lib/http/record-mcp-results";

export const POST = defineRoute({
  operation: "recordMcpResults",
  summary: "Reports results of MCP tools as a harness saw them; failures become events, the rest is skipped.",
  answers: { 200: mcpResultsAccepted, 207: mcpResultsAccepted, 422: mcpResultsAccepted },
  accepts: { item: mcpResultReport, member: "results", example: MCP_RESULT_EXAMPLE },
  capability: "events.report",
  query: ingestQuery,
  handle: async ({ ctx, query, request }) =>
    ingestAnswer(request, await recordMcpResults(ctx, await readItems(request, "results")), query.results),
});
