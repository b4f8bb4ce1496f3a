import { type ToolList, toolList } from "@/lib/contract/tools";
import { defineRoute } from "@/lib/http/define-route";
import { listTools } from "@/lib/services/tools/list-tools";

export const GET = defineRoute({
  operation: "listTools",
  summary: "Every tool seen or declared.",
  answers: toolList,
  capability: "tools.read",
  handle: async ({ ctx }) => (await listTools(ctx)) satisfies ToolList,
});
