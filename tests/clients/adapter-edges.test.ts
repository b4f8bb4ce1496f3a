import { AIMessage, type ToolMessage } from "@langchain/core/messages";
import { tool as langchainTool, type StructuredToolInterface } from "@langchain/core/tools";
import { GraphInterrupt, isGraphInterrupt } from "@langchain/langgraph";
import { Client } from "@modelcontextprotocol/client";
import {
  InMemoryTransport,
  isInputRequiredResult,
  McpServer,
  UrlElicitationRequiredError,
} from "@modelcontextprotocol/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { errataTool } from "@/clients/typescript/adapters/ai-sdk";
import { ErrataToolNode } from "@/clients/typescript/adapters/langgraph";
import { ErrorResult, registerTool } from "@/clients/typescript/adapters/mcp-server";
import { Errata } from "@/clients/typescript/errata";
import { type ScriptedServer, startScriptedServer } from "./scripted-server";

/** What a framework throws to go on elsewhere is no failure, and what looks like a result may be one. */

let server: ScriptedServer;
beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(() => server?.close());

/** What was reported, once all of it was sent. */
async function reported(errata: Errata, key: string) {
  expect(await errata.close(60_000)).toBe(true);
  return server.recorded(key, "events").flatMap(({ items }) => items);
}
const open = (key: string) => new Errata({ url: server.url, key });

describe("LangGraph", () => {
  const writes = { pay: { writes: true } };
  const ask = (node: ErrataToolNode, name: string, args: object): Promise<{ messages: ToolMessage[] }> =>
    node.invoke({ messages: [new AIMessage({ content: "", tool_calls: [{ id: "1", name, args }] })] });

  test("an interrupt goes on to the graph and is not counted", async () => {
    const errata = open("interrupt");
    const interrupt = () => {
      throw new GraphInterrupt([]);
    };
    const pay = langchainTool(interrupt, { name: "pay", schema: z.object({}) });
    const asked = ask(new ErrataToolNode(errata, [pay], writes), "pay", {});
    await expect(asked.catch(isGraphInterrupt)).resolves.toBe(true);
    expect(await reported(errata, "interrupt")).toEqual([]);
  });

  test("arguments that LangGraph itself refuses never reached the tool", async () => {
    const errata = open("json-schema");
    const schema = {
      type: "object",
      properties: { amount: { type: "number" } },
      required: ["amount"],
    } as const;
    const pay = langchainTool(() => expect.fail("it ran"), { name: "pay", schema });
    const node = new ErrataToolNode(errata, [pay as StructuredToolInterface], writes);
    const { messages } = await ask(node, "pay", {});
    expect(messages[0]).toMatchObject({ status: "error", tool_call_id: "1" });
    const body = JSON.parse(String(messages[0]?.content));
    expect(body).toMatchObject({ code: "invalid_arguments", class: "validation", retryable: false });
    expect(body).not.toHaveProperty("effect");
    expect(await reported(errata, "json-schema")).toMatchObject([{ tool: "pay", reference: body.reference }]);
  });

  test("a tool that is not there is a failure with the tools that are", async () => {
    const errata = open("unknown-tool");
    const pay = langchainTool(() => "paid", { name: "pay", schema: z.object({}) });
    const { messages } = await ask(new ErrataToolNode(errata, [pay], writes), "repay", {});
    expect(JSON.parse(String(messages[0]?.content))).toMatchObject({
      code: "unknown_tool",
      permitted: ["pay"],
    });
    expect(messages[0]?.artifact).toMatchObject({ event_id: expect.any(String) });
    expect(await reported(errata, "unknown-tool")).toMatchObject([{ tool: "repay", class: "not_found" }]);
  });

  test("a tool that does not say whether it writes is refused at the start", () => {
    const pay = langchainTool(() => "paid", { name: "pay", schema: z.object({}) });
    expect(() => new ErrataToolNode(open("unsaid"), [pay], {})).toThrow("whether it writes");
  });
});

describe("MCP server", () => {
  async function connected(register: (mcp: McpServer) => void) {
    const mcp = new McpServer({ name: "s", version: "1" });
    register(mcp);
    const client = new Client({ name: "c", version: "1" });
    const [near, far] = InMemoryTransport.createLinkedPair();
    await Promise.all([mcp.connect(far), client.connect(near)]);
    return client;
  }
  const inputSchema = z.object({ id: z.number() });

  test("the schema is listed as it was, and what a tool asks the user is no failure", async () => {
    const errata = open("elicitation");
    const asks = () => {
      throw new UrlElicitationRequiredError([]);
    };
    const client = await connected((mcp) => registerTool(errata, mcp, "pay", { inputSchema }, asks));
    const { tools } = await client.listTools();
    expect(tools[0]?.inputSchema).toMatchObject({
      properties: { id: { type: "number" } },
      required: ["id"],
    });
    await expect(client.callTool({ name: "pay", arguments: { id: 1 } })).rejects.toMatchObject({
      code: -32042,
    });
    await client.close();
    expect(await reported(errata, "elicitation")).toEqual([]);
  });

  test("a tool that answers by asking the user first is neither done nor failed", async () => {
    const errata = open("asks-first");
    const asks = { resultType: "input_required" as const, requestState: "s", inputRequests: {} };
    expect(isInputRequiredResult(asks)).toBe(true);
    let handle: unknown;
    const mcp = { registerTool: (_name: string, _config: object, handler: unknown) => (handle = handler) };
    registerTool(errata, mcp as unknown as McpServer, "pay", { inputSchema }, () => asks);
    const ctx = { mcpReq: { id: 1, signal: new AbortController().signal } };
    expect(await (handle as (args: unknown, ctx: unknown) => unknown)({ id: 1 }, ctx)).toBe(asks);
    expect(await reported(errata, "asks-first")).toEqual([]);
    expect(server.recorded("asks-first", "calls")).toEqual([]);
  });

  test("a result with isError is a failure, named by a mapping or not at all", async () => {
    const errata = open("is-error");
    const run = ({ id }: { id: number }) => ({
      ...{ isError: true, content: [{ type: "text" as const, text: id === 1 ? "No such order" : "boom" }] },
    });
    const annotations = { readOnlyHint: true };
    const map = [
      (error: unknown) =>
        error instanceof ErrorResult && error.message === "No such order"
          ? { code: "no_such_order", class: "not_found" as const, message: "There is no such order." }
          : undefined,
    ];
    const client = await connected((mcp) =>
      registerTool(errata, mcp, "find", { inputSchema, annotations, map }, run),
    );
    for (const id of [1, 2]) await client.callTool({ name: "find", arguments: { id } });
    await client.close();
    const events = await reported(errata, "is-error");
    expect(events.map(({ code }) => code)).toEqual(["no_such_order", "internal_error"]);
    expect(events[1]).toMatchObject({ class: "transient", retryable: true });
  });
});

describe("AI SDK", () => {
  const call = { toolCallId: "1", messages: [] };

  test.each([
    ["read that was stopped is no failure", false, 0],
    ["write that was stopped may have landed", true, 1],
  ])("a %s", async (name, writes, failures) => {
    const errata = open(name);
    const stopped = new AbortController();
    const execute = () => {
      stopped.abort();
      stopped.signal.throwIfAborted();
    };
    const tool = errataTool(errata, "look", { writes, inputSchema: z.object({}), execute });
    await expect(tool.execute?.({}, { ...call, abortSignal: stopped.signal })).rejects.toThrow();
    const events = await reported(errata, name);
    expect(events).toHaveLength(failures);
    for (const event of events) expect(event).toMatchObject({ effect: "unknown" });
  });

  test("nobody is asked to approve what is refused anyway", async () => {
    const inputSchema = z.object({ amount: z.number() });
    const needsApproval = ({ amount }: { amount: number }) => amount > 10;
    const options = { writes: true, inputSchema, execute: () => "paid", needsApproval };
    const { needsApproval: asks } = errataTool(open("approval"), "pay", options);
    if (typeof asks !== "function") throw new Error("the tool asks for no approval");
    const asked = [{ amount: 11 }, { amount: 9 }, { amount: "11" }].map((args) => asks(args, call));
    expect(await Promise.all(asked)).toEqual([true, false, false]);
  });
});
