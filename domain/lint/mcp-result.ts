import { stringifyJson } from "../json";

/** A body as an MCP tool returns it: for programs as structuredContent, for the rest as text. */
export function inMcpResult(body: Readonly<Record<string, unknown>>) {
  return {
    isError: true as const,
    structuredContent: body,
    content: [{ type: "text" as const, text: stringifyJson(body) }],
  };
}
