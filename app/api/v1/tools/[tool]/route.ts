import { type Tool, toolBody, toolParams } from "@/lib/contract/tools";
import { defineRoute } from "@/lib/http/define-route";
import { putTool } from "@/lib/services/tools/put-tool";

/** Declares what a person knows about a tool, seen or not yet. */
export const PUT = defineRoute({
  capability: "tools.manage",
  params: toolParams,
  body: toolBody,
  handle: async ({ ctx, params, body }) => (await putTool(ctx, { ...params, ...body })) satisfies Tool,
});
