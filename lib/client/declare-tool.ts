import type { Tool, ToolBody } from "@/lib/contract/tools";
import { api } from "./fetcher";

/** Declares what a person knows of a tool; what is left out stays. @throws ApiError */
export function declareTool(tool: string, body: ToolBody): Promise<Tool> {
  return api(`/api/v1/tools/${encodeURIComponent(tool)}`, { method: "PUT", body });
}
