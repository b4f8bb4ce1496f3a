import { afterAll, beforeAll, expect, test } from "vitest";
import { type ScriptedServer, startScriptedServer } from "./scripted-server";
import { openProducer } from "./snippets";

/** However a Node process ends by itself, what waits is sent, also to a server that is not ready at once. */

let server: ScriptedServer;
let producer: ReturnType<typeof openProducer>;
beforeAll(async () => {
  server = await startScriptedServer();
  producer = openProducer({ ERRATA_URL: server.url });
});
afterAll(async () => {
  producer?.close();
  await server?.close();
});

const program = (key: string, end: string) => `
import { Errata } from "./errata";
const options = { url: String(process.env.ERRATA_URL), key: "${key}", exit_timeout_ms: 60_000 };
const tool = new Errata({ ...options, on_problem: () => {} }).tool("pay", { writes: true });
for (let index = 0; index < 3; index += 1) tool.fail(new Error("no answer"), {}, { call_id: String(index) });
${end}`;

test.each([
  ["process.exit", "process.exit(0);"],
  ["an exception that nobody caught", 'throw new Error("the end");'],
])("after %s nothing is lost to a server that is starting", async (how, end) => {
  const starting = { status: 503, body: { code: "starting" } };
  server.script(how, "events", [starting, { broken: true }, { status: 502, text: "Bad Gateway" }]);
  await producer.runTypescript(program(how, end)).catch(({ stderr }) => expect(stderr).toContain("the end"));
  const sent = server.recorded(how, "events").map(({ items }) => items.map(({ call_id }) => call_id));
  expect(sent).toEqual(Array(4).fill(["0", "1", "2"]));
  expect(server.recorded(how, "frames")).toHaveLength(1);
});

test("a request that nobody answers holds no ending process longer than it may go on sending", async () => {
  server.script("hung", "events", [{ silent: true }]);
  await producer.runTypescript(`
import { Errata } from "./errata";
const patience = { request_timeout_ms: 600_000, exit_timeout_ms: 1_000 };
const errata = new Errata({ url: String(process.env.ERRATA_URL), key: "hung", ...patience, on_problem: () => {} });
errata.tool("pay", { writes: true }).fail(new Error("no answer"), {});
await errata.flush(1);`);
  expect(server.recorded("hung", "events")).toHaveLength(1);
});
