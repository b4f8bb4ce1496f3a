import { AIMessage, isToolMessage, type ToolMessage } from "@langchain/core/messages";
import { tool as langchainTool } from "@langchain/core/tools";
import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport, McpServer } from "@modelcontextprotocol/server";
import { generateText, stepCountIs } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { errataTool } from "@/clients/typescript/adapters/ai-sdk";
import { ErrataToolNode } from "@/clients/typescript/adapters/langgraph";
import { registerTool } from "@/clients/typescript/adapters/mcp-server";
import type { Errata } from "@/clients/typescript/errata";
import { arguments_, CALLS, FAILURES, mapPool, moveTicket, type Seen } from "./adapter-world";

const options = { writes: true, codes: { status: "invalid_status" }, map: [mapPool] };
const names = ["success", ...FAILURES] as const;

/** What the model saw of each call, by the way of each framework. */
export const RUNS: Record<string, (errata: Errata) => Promise<Seen>> = { mcp, ai, langgraph };

async function mcp(errata: Errata): Promise<Seen> {
  const server = new McpServer({ name: "tickets", version: "1" });
  const { codes, map } = options;
  registerTool(errata, server, "move_ticket", { inputSchema: arguments_, codes, map }, (args) => ({
    content: [{ type: "text", text: moveTicket(args) }],
  }));
  const client = new Client({ name: "harness", version: "1" });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  const seen: Record<string, unknown> = {};
  for (const name of names) {
    const { content, isError = false } = await client.callTool({
      name: "move_ticket",
      arguments: CALLS[name],
    });
    const text = content[0]?.type === "text" ? content[0].text : "";
    seen[name] = name === "success" ? text : { text, isError };
  }
  await client.close();
  return seen as Seen;
}

async function ai(errata: Errata): Promise<Seen> {
  const move = errataTool(errata, "move_ticket", {
    ...{ ...options, inputSchema: arguments_, execute: moveTicket },
    context: (_args, call) => ({ run_id: String(call.experimental_context) }),
  });
  const usage = { inputTokens: {}, outputTokens: {} } as never;
  const calls = names.map((name) => ({
    ...{ type: "tool-call" as const, toolCallId: name, toolName: "move_ticket" },
    input: JSON.stringify(CALLS[name]),
  }));
  const model = new MockLanguageModelV3({
    doGenerate: [
      { content: calls, finishReason: { unified: "tool-calls", raw: "" }, usage, warnings: [] },
      {
        ...{ content: [{ type: "text", text: "done" }], usage, warnings: [] },
        finishReason: { unified: "stop", raw: "" },
      },
    ],
  });
  const stopWhen = stepCountIs(2);
  await generateText({
    model,
    tools: { move_ticket: move },
    prompt: "go",
    stopWhen,
    experimental_context: "run_ai",
  });
  const prompt = model.doGenerateCalls[1]?.prompt ?? [];
  const parts = prompt.flatMap(({ role, content }) => (role === "tool" ? content : []));
  const seen: Record<string, unknown> = {};
  for (const part of parts) {
    if (part.type !== "tool-result") continue;
    const { type, value } = part.output as { type: string; value: string };
    seen[part.toolCallId] = type === "error-text" ? { text: value, isError: true } : value;
  }
  return seen as Seen;
}

async function langgraph(errata: Errata): Promise<Seen> {
  const move = langchainTool(moveTicket, { name: "move_ticket", schema: arguments_ });
  const node = new ErrataToolNode(errata, [move], { move_ticket: options });
  const tool_calls = names.map((name) => ({ id: name, name: "move_ticket", args: CALLS[name] }));
  const config = { configurable: { thread_id: "run_langgraph" } };
  const { messages } = await node.invoke({ messages: [new AIMessage({ content: "", tool_calls })] }, config);
  const answers: ToolMessage[] = messages.filter(isToolMessage);
  const seen = answers.map(({ tool_call_id, content, status }): [string, unknown] => {
    const text = String(content);
    return [tool_call_id, tool_call_id === "success" ? text : { text, isError: status === "error" }];
  });
  return Object.fromEntries(seen) as Seen;
}
