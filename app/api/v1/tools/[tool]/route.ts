import { type Tool, tool, toolBody, toolParams } from "@/lib/contract/tools";
import { defineRoute } from "@/lib/http/define-route";
import { putTool } from "@/lib/services/tools/put-tool";

/** Declares what a person knows about a tool, seen or not yet. */
export const PUT = defineRoute({
  operation: "putTool",
  summary: "Declares what a person knows about a tool; what is left out stays.",
  answers: tool,
  capability: "tools.manage",
  params: toolParams,
  body: toolBody,
  handle: async ({ ctx, params, body }) => (await putTool(ctx, { ...params, ...body })) satisfies Tool,
});
