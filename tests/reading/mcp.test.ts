// over 250 lines because every way to ask this door, rightly and wrongly, shares one world.
import { Client, ProtocolError, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POST as postCase } from "@/app/api/v1/cases/route";
import { DELETE, GET, POST } from "@/app/api/v1/mcp/route";
import { recordEvents } from "@/lib/services/events/record-events";
import { attachFrames } from "@/lib/services/frames/attach-frames";
import { writeOwnFailures } from "@/lib/services/own-failures";
import { call, HOST, makeKey, openWorld, type World } from "../access/world";
import { keyContext } from "../support/runtime";
import { failure, report } from "./failures";

const PLANTED = "planted@customer.example";
const FRAMES_ONLY = "err_framesonly";
const UNDERSTOOD = "err_9f31c07d22";
const SHARED = "err_shared0001";

let world: World;
let reader: Client;

beforeAll(async () => {
  world = await openWorld();
  const ctx = await keyContext(world.rt);
  await report(ctx, [
    failure({ ...{ reference: UNDERSTOOD, tool: "issue_refund", class: "system", effect: "unknown" } }),
    failure({ reference: SHARED, tool: "send_email", tenant: "acme", message: `no mailbox ${PLANTED}` }),
    failure({ reference: SHARED, tool: "find_order", tenant: "globex" }),
  ]);
  const raw = `Error: ${PLANTED}\n    at refund (/srv/app/refund.ts:3:1)`;
  await attachFrames(ctx, {
    items: [{ item: { reference: FRAMES_ONLY, raw }, unreadable: null, sanitized: false }],
  });
  reader = await connect(["read"]);
});
afterAll(async () => {
  await reader.close();
  await world.close();
});

/** A client of the official SDK, connected to the door of this world by a key with these scopes. */
async function connect(scopes: string[], pins = {}): Promise<Client> {
  return connectBy(await makeKey(world, scopes, pins));
}

async function connectBy(key: string): Promise<Client> {
  const client = new Client({ name: "help desk", version: "1" });
  const transport = new StreamableHTTPClientTransport(new URL(`http://${HOST}/api/v1/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
    fetch: (url, init) => {
      const request = new Request(url, init);
      return request.method === "POST" ? POST(request) : GET(request);
    },
  });
  await client.connect(transport);
  return client;
}

const lookUp = (text: string, client = reader) =>
  client.callTool({ name: "look_up_reference", arguments: { text } });
const tell = (input: Record<string, unknown>, client = reader) =>
  client.callTool({ name: "what_to_tell_the_user", arguments: input });

/** What a tool failed with, as the result's text says it. */
function failureOf(result: Awaited<ReturnType<typeof tell>>): Record<string, unknown> {
  expect(result.isError).toBe(true);
  const [content] = result.content as { text: string }[];
  const body = JSON.parse(content?.text ?? "");
  expect(result._meta?.error).toEqual(body);
  expect(body.reference).toMatch(/^err_/);
  return body;
}

describe("the support seat by MCP", () => {
  it("warns of a failure that was refused while its effect is unknown", async () => {
    const item = failure({ reference: "err_rej001", tool: " ", effect: "unknown", message: "\u202eevil" });
    const ctx = await keyContext(world.rt);
    await recordEvents(ctx, { items: [{ item, unreadable: null, sanitized: false }] });
    const body = failureOf(await tell({ reference: "err_rej001" }));
    expect(body.hint).toContain("do not start it again");
    expect(body.rejections).toMatchObject([{ say_to_user: { standing: "open" } }]);
    expect((await lookUp("err_rej001")).structuredContent).toMatchObject({
      ...{ answer: "rejected", rejections: [{ say_to_user: { standing: "open" } }] },
    });
  });

  it("offers two tools that only read, with their shapes", async () => {
    const { tools } = await reader.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["look_up_reference", "what_to_tell_the_user"]);
    for (const { annotations, outputSchema, description } of tools) {
      expect(annotations).toMatchObject({ readOnlyHint: true });
      expect(outputSchema).toMatchObject({ type: "object" });
      expect(description?.length).toBeGreaterThan(100);
    }
  });

  it("finds what a user wrote, and says what to tell them", async () => {
    const found = await lookUp(`it says “${UNDERSTOOD.toUpperCase()}”. what now?`);
    expect(found.structuredContent).toMatchObject({ answer: "found", matches: [{ reference: UNDERSTOOD }] });
    const { structuredContent } = await tell({ reference: UNDERSTOOD });
    expect(structuredContent).toMatchObject({ reference: UNDERSTOOD, effect: "unknown" });
    expect(structuredContent).toMatchObject({ case: { state: "open", verdict: null } });
    const { sentence, do_not } = structuredContent as { sentence: string; do_not: string };
    expect(sentence).toContain(UNDERSTOOD);
    expect(do_not).toContain("do not start it again");
  });

  it("asks which is meant instead of picking one", async () => {
    const found = await lookUp(SHARED);
    const { matches } = found.structuredContent as { matches: { event_id: string; tool: string }[] };
    const body = failureOf(await tell({ reference: SHARED }));
    expect(body).toMatchObject({ code: "event_id_required", class: "validation", field: "event_id" });
    expect(new Set(body.permitted as string[])).toEqual(new Set(matches.map(({ event_id }) => event_id)));
    for (const { event_id } of matches) {
      const { structuredContent } = await tell({ reference: SHARED, event_id });
      expect(structuredContent).toMatchObject({ event_id });
    }
  });

  it("keeps saying that it did happen while somebody checks it", async () => {
    const desk = await makeKey(world, ["read", "cases"]);
    const event = failure({ reference: "err_landed01", effect: "committed", idempotency_key: "landed-1" });
    await report(await keyContext(world.rt), [event]);
    const body = { reference: "err_landed01", event_id: event.event_id, reason: "They were charged twice." };
    expect((await call(postCase, { key: desk, body })).status).toBe(200);
    expect((await tell({ reference: "err_landed01" })).structuredContent).toMatchObject({
      ...{ standing: "open_committed", effect: "committed", case: { state: "open" } },
    });
  });

  it("takes a reference in another case, as a lookup does", async () => {
    const { structuredContent } = await tell({ reference: UNDERSTOOD.toUpperCase() });
    expect(structuredContent).toMatchObject({ reference: UNDERSTOOD });
  });

  it("asks which is meant where a reference is known in several other cases, or near ones are", async () => {
    const ctx = await keyContext(world.rt);
    await report(ctx, [failure({ reference: "err_cAsed91b" }), failure({ reference: "err_CaseD91b" })]);
    const alike = failureOf(await tell({ reference: "ERR_CASED91B" }));
    expect(alike).toMatchObject({
      code: "reference_not_found",
      field: "reference",
      received: "ERR_CASED91B",
    });
    expect([...(alike.permitted as string[])].sort()).toEqual(["err_CaseD91b", "err_cAsed91b"]);
    expect(alike.hint).toContain("Ask the user which");
    const near = failureOf(await tell({ reference: UNDERSTOOD.replace("_", "-") }));
    expect(near.hint).toContain(UNDERSTOOD);
    expect(near.permitted).toBeUndefined();
    expect(failureOf(await tell({ reference: "err_nobody" })).hint).toContain("look_up_reference");
  });

  it("says in its own words what is wrong with what it was given", async () => {
    const said = await Promise.all([
      lookUp("x".repeat(20_001)),
      reader.callTool({ name: "look_up_reference", arguments: { text: 7 } }),
      tell({ reference: "x".repeat(129) }),
      tell({ reference: "" }),
    ]);
    const messages = said.map((result) => String(failureOf(result).message));
    expect(messages.join("\n")).not.toMatch(/Too big|Too small|Invalid input|expected/);
    expect(messages[0]).toContain("send only the part with the reference");
    expect(messages[2]).toContain("must have at most 128 characters");
  });

  it("names no more than some to choose from, and that there are more", async () => {
    const ctx = await keyContext(world.rt);
    await report(
      ctx,
      Array.from({ length: 210 }, () => failure({ reference: "err_everywhere" })),
    );
    const body = failureOf(await tell({ reference: "err_everywhere" }));
    expect(body.permitted).toHaveLength(20);
    expect(body).toMatchObject({ more: { matches: 180, at_least: true } });
    expect(body.message ?? body.detail).toContain("At least 200 failures share");
  });

  it.each([
    [
      "what is not a reference",
      { reference: "two words" },
      { code: "invalid_reference", class: "validation" },
    ],
    ["a field it does not have", { reference: UNDERSTOOD, id: 1 }, { code: "unknown_field", field: "id" }],
    ["nothing", {}, { code: "invalid_reference", class: "validation", retryable: false }],
    [
      "a reference nobody knows",
      { reference: "err_nobody" },
      { code: "reference_not_found", answer: "never" },
    ],
    [
      "frames alone",
      { reference: FRAMES_ONLY },
      { code: "event_not_arrived", retryable: true, retry_after: 30 },
    ],
  ])("fails by the contract on %s", async (_, input, expected) => {
    expect(failureOf(await tell(input))).toMatchObject(expected);
  });

  it("names the permitted tools for one it does not have", async () => {
    const error = await reader.callTool({ name: "drop_tables", arguments: {} }).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(ProtocolError);
    expect(error).toMatchObject({ code: -32602, data: { code: "unknown_tool", class: "validation" } });
    expect(error.data.permitted).toEqual(["look_up_reference", "what_to_tell_the_user"]);
  });

  it("keeps each failure under its reference, for engineers", async () => {
    const { reference } = failureOf(await tell({ reference: "err_nobody" }));
    await writeOwnFailures(world.rt);
    const rows = await world.database.sql`
      select f.tool, f.exception_type, s.name as source from frames f join sources s using (source_id)
      where reference = ${String(reference)}`;
    expect(rows).toEqual([{ tool: "POST /api/v1/mcp", exception_type: "DomainError", source: "errata" }]);
  });

  it("shows the support view, whatever else the key may see", async () => {
    const engineer = await connect(["read", "frames", "cases", "admin"]);
    const { structuredContent } = await lookUp(SHARED, engineer);
    const { matches } = structuredContent as { matches: { event_id: string }[] };
    const said = await Promise.all([
      lookUp(SHARED, engineer),
      lookUp(FRAMES_ONLY, engineer),
      tell({ reference: SHARED, event_id: matches[0]?.event_id }, engineer),
    ]);
    expect(JSON.stringify(said)).not.toContain(PLANTED);
    await engineer.close();
  });

  it("tells a key of the cases it opened by hand, and of no others", async () => {
    const desk = await makeKey(world, ["read", "cases"]);
    const body = { reason: "They were charged twice.", tool: "issue_refund" };
    const opened = await call(postCase, { key: desk, body });
    const { case_id } = (await opened.json()) as { case_id: string };
    const [own, other] = await Promise.all([connectBy(desk), connect(["read", "cases"])]);
    const found = await lookUp(`case ${case_id}`, own);
    expect(found.structuredContent).toMatchObject({ answer: "case", cases: [{ case_id, state: "open" }] });
    expect((await lookUp(`case ${case_id}`, other)).structuredContent).toMatchObject({
      ...{ answer: "never", cases: [] },
    });
    await Promise.all([own.close(), other.close()]);
  });

  it("confines a key to its pins", async () => {
    const globex = await connect(["read"], { tenant: "globex" });
    expect((await lookUp(SHARED, globex)).structuredContent).toMatchObject({
      answer: "found",
      matches: [{ tool: "find_order" }],
    });
    expect((await lookUp(UNDERSTOOD, globex)).structuredContent).toMatchObject({ answer: "never" });
    expect(failureOf(await tell({ reference: UNDERSTOOD }, globex))).toMatchObject({ answer: "never" });
    await globex.close();
  });

  it("is shut to a key without the scope to read", async () => {
    await expect(connect(["ingest"])).rejects.toThrow();
  });
});

describe("a mistake in the protocol", () => {
  const headers = { accept: "application/json, text/event-stream" };
  const ask = async (message: object, more: Record<string, string> = {}) => {
    const key = await makeKey(world, ["read"]);
    const body = { jsonrpc: "2.0", id: 1, ...message };
    const response = await call(POST, { key, body, headers: { ...headers, ...more } });
    const text = await response.text();
    const json = text.startsWith("{") ? text : (/^data: (.*)$/m.exec(text)?.[1] ?? "null");
    return { status: response.status, answer: JSON.parse(json) };
  };
  const calling = (params?: unknown) => ({ method: "tools/call", params });
  const tools = ["look_up_reference", "what_to_tell_the_user"];

  it.each<[string, object, Record<string, string>, number, object]>([
    [
      "no arguments but null",
      calling({ name: tools[0], arguments: null }),
      {},
      -32602,
      { field: "arguments" },
    ],
    [
      "a list of arguments",
      calling({ name: tools[0], arguments: ["x"] }),
      {},
      -32602,
      { field: "arguments" },
    ],
    ["no name", calling({ name: 5 }), {}, -32602, { code: "invalid_name", field: "name", permitted: tools }],
    ["no params", calling(), {}, -32602, { field: "params" }],
    ["another tool", calling({ name: "rm" }), {}, -32602, { code: "unknown_tool", permitted: tools }],
    [
      "another method",
      { method: "x/y" },
      {},
      -32601,
      { code: "unknown_method", field: "method", received: "x/y" },
    ],
    ["no id", { method: "ping", id: null }, {}, -32600, { code: "invalid_id", field: "id" }],
    ["one type alone", { method: "ping" }, { accept: "application/json" }, -32000, { field: "accept" }],
    [
      "another version",
      { method: "tools/list" },
      { "mcp-protocol-version": "1999-01-01" },
      -32000,
      { code: "protocol_version_not_supported", permitted: expect.arrayContaining(["2025-06-18"]) },
    ],
  ])("is answered by the contract: %s", async (_, message, more, code, data) => {
    const { error } = (await ask(message, more)).answer;
    expect(error).toMatchObject({ code, data: { class: "validation", retryable: false, ...data } });
    expect(error.data.reference).toMatch(/^err_/);
    expect(`${error.message} ${error.data.message}`).not.toMatch(/expected|Invalid input|invalid_type|[[{]/);
  });

  it("takes a client that accepts anything", async () => {
    expect(await ask({ method: "ping" }, { accept: "*/*" })).toMatchObject({
      status: 200,
      answer: { result: {} },
    });
  });

  it("has no stream to listen to and no session to end", async () => {
    const key = await makeKey(world, ["read"]);
    for (const [method, handler] of [
      ["GET", GET],
      ["DELETE", DELETE],
    ] as const) {
      const response = await call(handler, { method, key });
      expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
    }
  });
});
