// over 250 lines because one world and one server serve the door and what its page says of it.

import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GET as listEvents } from "@/app/api/v1/events/route";
import { POST as postResults } from "@/app/api/v1/mcp-results/route";
import { GET as listQuarantine } from "@/app/api/v1/quarantine/route";
import { PUT as putTool } from "@/app/api/v1/tools/[tool]/route";
import { checkReference } from "@/domain/reference";
import { MCP_RESULT_EXAMPLE, mcpResultsAccepted } from "@/lib/contract/mcp-results";
import { call, makeKey, openWorld, type World } from "../access/world";
import { blocksOf, openProducer, textOf } from "../clients/snippets";
import { startTestServer, type TestServer } from "../support/server";

/* What harnesses report of MCP tools, at the door and by docs/producers/mcp.md, which the stock SDK runs. */

let world: World;
let key: string;
let server: TestServer;
let producer: ReturnType<typeof openProducer>;
beforeAll(async () => {
  world = await openWorld();
  key = await makeKey(world, ["ingest"]);
  server = await startTestServer({ databaseUrl: world.database.url, pages: false });
  producer = openProducer({ ERRATA_URL: server.url, ERRATA_KEY: key });
});
afterAll(async () => {
  producer?.close();
  await server?.stop();
  await world.close();
});

async function post(
  body: unknown,
  { by = key, ...more }: { by?: string; query?: string; headers?: Record<string, string> } = {},
) {
  const response = await call(postResults, { key: by, body, ...more });
  const answer = await response.json();
  if (response.status < 400 || response.status === 422) mcpResultsAccepted.parse(answer);
  return { status: response.status, answer: answer as ReturnType<typeof mcpResultsAccepted.parse> };
}

async function eventsOf(tool: string): Promise<Record<string, unknown>[]> {
  const response = await call(listEvents, { key: world.bootstrapKey, query: `?tool=${tool}&limit=50` });
  return ((await response.json()) as { items: Record<string, unknown>[] }).items;
}

const failing = (structuredContent: object) => ({ isError: true, structuredContent, content: [] });

describe("POST /api/v1/mcp-results", () => {
  it("records a failure with every field, answers its reference, and opens the case of its unknown effect", async () => {
    const { status, answer } = await post({ ...MCP_RESULT_EXAMPLE, occurred_at: new Date().toISOString() });
    expect([status, answer.accepted, answer.skipped]).toEqual([200, 1, 0]);
    expect(answer.results).toMatchObject([
      { index: 0, reference: "err_7c1f9a", case_id: expect.any(String) },
    ]);
    const [event] = await eventsOf("refund_payment");
    expect(event).toMatchObject({
      ...{
        code: "gateway_timeout",
        class: "transient",
        effect: "unknown",
        retryable: false,
        unmapped: false,
      },
      ...{ service: "billing", run_id: "run_81f3", call_id: "7", idempotency_key: "refund-2026-11-15-0042" },
      event_id: MCP_RESULT_EXAMPLE.event_id,
      message: MCP_RESULT_EXAMPLE.result.structuredContent.message,
      attributes: { mcp_server: "billing" },
    });
  });

  it("counts a success nowhere, and answers each of several in its place", async () => {
    const tool = "mixed";
    const results = [
      { tool, result: { content: [] } },
      { tool, result: failing({ code: "one" }) },
      { tool, result: { isError: false } },
      { tool },
      { tool, error: { code: -32_601, message: "no" } },
    ];
    const { status, answer } = await post({ results });
    expect(status).toBe(207);
    expect(answer).toMatchObject({ accepted: 2, rejected: 1, skipped: 2 });
    expect(answer.results.map((one) => [one.index, one.status, one.error?.code])).toEqual([
      [0, "skipped", undefined],
      [1, "accepted", undefined],
      [2, "skipped", undefined],
      [3, "rejected", "result_required"],
      [4, "accepted", undefined],
    ]);
    expect(await eventsOf(tool)).toHaveLength(2);
    const again = await post({ results }, { query: "?results=rejected" });
    expect(again.answer.results.map(({ status: of }) => of)).toEqual(["duplicate", "rejected", "duplicate"]);
  });

  it.each([
    ["only successes", [{ tool: "ok", result: {} }], 200],
    ["nothing", [], 200],
    ["only what is rejected", [{ tool: "ok" }], 422],
    ["what is rejected beside a success", [{ tool: "ok", result: {} }, { tool: "ok" }], 207],
  ])("answers %s by its status", async (_, results, status) => {
    expect((await post({ results })).status).toBe(status);
    expect(await eventsOf("ok")).toEqual([]);
  });

  it("takes lines as well", async () => {
    const lines = [
      { tool: "lines", result: failing({ code: "a" }) },
      { tool: "lines", result: {} },
    ];
    const body = `${lines.map((line) => JSON.stringify(line)).join("\n")}\nno json\n`;
    const headers = { "content-type": "application/x-ndjson" };
    expect((await post(body, { headers })).answer).toMatchObject({ accepted: 1, skipped: 1, rejected: 1 });
  });

  it("mints a reference that people can quote, the same for the same item, and counts it once", async () => {
    const item = {
      tool: "mint",
      run_id: "r",
      id: 1,
      result: { isError: true, content: [{ type: "text", text: "no such table" }] },
    };
    const [first, again, other] = [await post(item), await post(item), await post({ ...item, id: 2 })];
    const references = [first, again, other].map(({ answer }) => answer.results[0]?.reference ?? "");
    expect(checkReference(references[0] ?? "")).toBe("valid");
    expect(references[1]).toBe(references[0]);
    expect(references[2]).not.toBe(references[0]);
    expect([again.answer.duplicate, other.answer.accepted]).toEqual([1, 1]);
    expect((await eventsOf("mint")).map(({ code, unmapped, message }) => [code, unmapped, message])).toEqual([
      ["internal_error", true, "no such table"],
      ["internal_error", true, "no such table"],
    ]);
  });

  it("knows no unknown effect of a tool that is declared to change nothing", async () => {
    const error = { code: -32_001, message: "Request timed out" };
    await post([{ tool: "reads", error, id: 1 }]);
    expect((await eventsOf("reads"))[0]).toMatchObject({
      code: "request_timeout",
      class: "transient",
      effect: "unknown",
    });
    const params = { tool: "reads" };
    const declared = await call(putTool, {
      method: "PUT",
      key: world.bootstrapKey,
      params,
      body: { writes: false },
    });
    expect(declared.status).toBe(200);
    const { answer } = await post([{ tool: "reads", error, id: 2 }]);
    expect(answer.results[0]).not.toHaveProperty("case_id");
    expect((await eventsOf("reads")).map(({ effect }) => effect).sort()).toEqual([null, "unknown"]);
  });

  it("keeps what it cannot read in quarantine, to be mended and sent again", async () => {
    await post({ server: "shop", result: failing({ code: "lost", reference: "err_lost" }) });
    await post({ tool: "odd", result: "text" });
    const response = await call(listQuarantine, { key: world.bootstrapKey, query: "?limit=50" });
    const { items } = (await response.json()) as { items: Record<string, unknown>[] };
    expect(items.find(({ reference }) => reference === "err_lost")).toMatchObject({
      door: "events",
      reason: "tool_required",
    });
    expect(items.find(({ tool }) => tool === "odd")).toMatchObject({
      door: "events",
      reason: "invalid_result",
    });
  });

  it("brings an effect that nobody knows to the queue, however wrongly its report is written", async () => {
    const { answer } = await post([
      { tool: "odd_flag", result: { isError: "true", structuredContent: { effect: "unknown" } } },
      { tool: "odd_message", error: { code: -32_001, message: { text: "timeout" } } },
    ]);
    expect(answer.rejected).toBe(2);
    expect(answer.results.map((one) => typeof Reflect.get(one, "case_id"))).toEqual(["string", "string"]);
  });

  it("takes a server for the service only where its key is of none", async () => {
    const by = await makeKey(world, ["ingest"], { service: "agent" });
    const item = { tool: "pinned", server: "shop", result: failing({ code: "a" }) };
    expect((await post(item, { by })).answer.accepted).toBe(1);
    expect((await eventsOf("pinned"))[0]).toMatchObject({
      service: "agent",
      attributes: { mcp_server: "shop" },
    });
    expect((await post({ ...item, service: "other" }, { by })).answer.results[0]?.error?.code).toBe(
      "pinned_by_key",
    );
  });

  it("answers whatever is sent item by item, and never by a failure of ours", async () => {
    const part = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.constantFrom(-32_001, true, { isError: true }, failing({ code: 3 })),
    );
    const names = fc.constantFrom(
      "tool",
      "result",
      "error",
      "id",
      "server",
      "attributes",
      "occurred_at",
      "structuredContent",
    );
    const item = fc.oneof(fc.dictionary(names, part), part);
    await fc.assert(
      fc.asyncProperty(fc.array(item, { minLength: 1, maxLength: 5 }), async (results) => {
        const { status, answer } = await post({ results });
        expect([200, 207, 422]).toContain(status);
        const { accepted, duplicate, conflict, rejected, skipped } = answer;
        expect(accepted + duplicate + conflict + rejected + skipped).toBe(results.length);
        expect(answer.results.map(({ index }) => index)).toEqual(results.map((_, index) => index));
      }),
      { numRuns: 60, seed: 4 },
    );
  });
});

describe("docs/producers/mcp.md", () => {
  const blocks = blocksOf("mcp.md");

  it("is what the stock SDK does, and what is stored of it", async () => {
    expect(await producer.runTypescript(textOf(blocks, "ts"))).toBe(textOf(blocks, "text"));
    const events = await Promise.all(["list_tickets", "find_order", "refund", "no_such_tool"].map(eventsOf));
    expect(events.flat().map((event) => [event.tool, event.code, event.class, event.effect])).toEqual(
      expect.arrayContaining([
        ["list_tickets", "store_busy", "transient", null],
        ["list_tickets", "invalid_params", "validation", null],
        ["find_order", "internal_error", "unclassified", null],
        ["refund", "request_timeout", "transient", "unknown"],
        ["no_such_tool", "invalid_params", "validation", null],
      ]),
    );
    expect(events.flat()).toHaveLength(5);
    expect(await eventsOf("ping")).toEqual([]);
    const [busy] = (await eventsOf("list_tickets")).filter(({ code }) => code === "store_busy");
    expect(busy).toMatchObject({
      ...{ reference: "err_busy_open", message: "The ticket store is busy.", retry_after: 5 },
      ...{ service: "shop", run_id: "run_81f3" },
    });
  });

  it.skipIf(spawnSync("curl", ["--version"]).status !== 0)("says what curl gets", async () => {
    const answer = JSON.parse(await producer.run("bash", "-euo", "pipefail", "-c", textOf(blocks, "bash")));
    const said = JSON.parse(textOf(blocks, "json"));
    const { event_id, case_id } = answer.results[0];
    expect([event_id, case_id].every((id) => /^[0-9a-f-]{36}$/.test(id))).toBe(true);
    expect({ ...answer, results: [{ ...answer.results[0], event_id: "", case_id: "" }] }).toEqual({
      ...said,
      results: [{ ...said.results[0], event_id: "", case_id: "" }],
    });
  });
});
