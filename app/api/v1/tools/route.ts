import type { ToolList } from "@/lib/contract/tools";
import { defineRoute } from "@/lib/http/define-route";
import { listTools } from "@/lib/services/tools/list-tools";

export const GET = defineRoute({
  capability: "tools.read",
  handle: async ({ ctx }) => (await listTools(ctx)) satisfies ToolList,
});
