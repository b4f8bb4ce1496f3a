import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ScriptedServer, startScriptedServer } from "./scripted-server";
import { openProducer } from "./snippets";

/* The lines at the head of each file of clients/, as somebody pastes them: what they name is given to them around. */

const ROOT = join(import.meta.dirname, "../..");

/** The indented lines of a file's first comment. */
function exampleOf(file: string): string {
  const text = readFileSync(join(ROOT, "clients", file), "utf8");
  const [, comment = ""] = /^(?:\/\*\*|""")([\s\S]*?)(?:\*\/|""")/.exec(text) ?? [];
  const indented = file.endsWith(".py") ? /^ {4}(.*)$|^$/gm : /^ \* {3}(.*)$/gm;
  const lines = [...comment.matchAll(indented)].map(([, line = ""]) => line);
  return lines.join("\n").trim();
}

let producer: ReturnType<typeof openProducer>;
let server: ScriptedServer;
beforeAll(async () => {
  server = await startScriptedServer();
  producer = openProducer({});
});
afterAll(async () => {
  producer?.close();
  await server?.close();
});
const reported = () => server.recorded("k", "events").flatMap(({ items }) => items);

const lines = (printed: string) =>
  printed
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

const REFUSED = { code: "invalid_arguments", class: "validation", retryable: false, effect: "absent" };

test("in TypeScript", async () => {
  const program = `
import { z } from "zod";
import { tool } from "@langchain/core/tools";
import { MessagesAnnotation, StateGraph } from "@langchain/langgraph";
import { McpServer } from "@modelcontextprotocol/server";
import { Errata } from "./errata";
import { errataTool } from "./adapters/ai-sdk";
import { ErrataToolNode } from "./adapters/langgraph";
import { registerTool } from "./adapters/mcp-server";
const [url, key, run_id, idempotency_key] = [${JSON.stringify(server.url)}, "k", "run_1", "refund-1"];
const RefundArguments = z.object({ order: z.string() });
const gateway = { refund: ({ order }) => "refunded " + order };
async function helper(args) {
${exampleOf("typescript/errata.ts")}
}
for (const order of ["o_1", 5]) console.log(JSON.stringify(await helper({ order })));
const errata = new Errata({ url, key});
const inputSchema = z.object({ status: z.enum(["open", "closed"]) });
async function ai(execute) {
${exampleOf("typescript/adapters/ai-sdk.ts")}
return tools.list_tickets.execute({ status: "open" }, { toolCallId: "c", messages: [] });
}
console.log(JSON.stringify(await ai(({ status }) => [status])));
async function langgraph(graph, listTickets) {
${exampleOf("typescript/adapters/langgraph.ts")}
return Object.keys(graph.nodes);
}
const listTickets = tool(() => "", { name: "list_tickets", description: "", schema: inputSchema });
console.log(JSON.stringify(await langgraph(new StateGraph(MessagesAnnotation), listTickets)));
async function mcp(server, run) {
${exampleOf("typescript/adapters/mcp-server.ts")}
}
let registered;
await mcp({ registerTool: (name) => { registered = name; } }, () => ({ content: [] }));
console.log(JSON.stringify(registered));
`;
  const [done, refused, listed, nodes, registered] = lines(await producer.runTypescript(program));
  expect(done).toBe("refunded o_1");
  expect(refused).toMatchObject(REFUSED);
  expect(reported()).toMatchObject([{ tool: "refund_payment", service: "billing-agent" }]);
  expect([listed, nodes, registered]).toEqual([["open"], ["tools"], "list_tickets"]);
});

/** Within a function, as a program has it. */
const within = (code: string) => code.replaceAll(/^(?=.)/gm, "    ");

test.skipIf(spawnSync("python3", ["--version"]).status !== 0)("in Python", async () => {
  const program = `
import asyncio, json, sys
sys.path.insert(0, ${JSON.stringify(join(import.meta.dirname, "recorded-fastmcp"))})
from errata import Errata, ToolError
from adapters.asyncio_dispatcher import Dispatcher
from adapters.fastmcp_middleware import ErrataMiddleware

url, key, idempotency_key, run_id, turn = ${JSON.stringify(server.url)}, "k", "refund-1", "run_1", 3

class RefundArguments:
    @staticmethod
    def model_validate(args):
        if not isinstance(args["order"], str):
            raise TypeError("order")
        return args

ListArguments = RefundArguments

class gateway:
    @staticmethod
    def refund(args):
        return "refunded " + args["order"]

def helper(args):
${within(exampleOf("python/errata.py").split("\n\n")[0] ?? "")}

for order in ("o_1", 5):
    print(json.dumps(helper({"order": order})))

errata = Errata(url, key)

async def loop(calls):
${within(exampleOf("python/adapters/asyncio_dispatcher.py")).replace("(args): ...", "(args): return [args['order']]")}
    return results

calls = [{"id": "c_1", "name": "list_tickets", "arguments": {"order": "o_2"}}]
print(json.dumps(asyncio.run(loop(calls))))

class mcp:
    added = []
    add_middleware = added.append

def name_gateway(error):
    return ToolError("gateway_down", "transient", "The gateway is down.")

${exampleOf("python/adapters/fastmcp_middleware.py")}
print(json.dumps([type(one).__name__ for one in mcp.added]))
`;
  const [done, refused, results, added] = lines(await producer.runPython(program));
  expect(done).toBe("refunded o_1");
  expect(refused).toMatchObject(REFUSED);
  expect(reported().at(-1)).toMatchObject({ tool: "refund_payment", idempotency_key: "refund-1" });
  expect(results).toMatchObject([{ id: "c_1", is_error: false }]);
  expect(JSON.stringify(results)).toContain("o_2");
  expect(added).toEqual(["ErrataMiddleware"]);
});
