// over 250 lines because each way to say a failure is one case of the same reading.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expectInProportion } from "@/tests/support/in-proportion";
import { eventOfMcpResult, type McpRules } from "./event-of-mcp-result";

const rules: McpRules = {
  isReadOnly: (tool) => tool === "list_orders",
  mint: () => "err_minted",
  isServicePinned: false,
};
const read = (item: unknown, more: Partial<McpRules> = {}) => eventOfMcpResult(item, { ...rules, ...more });
const eventOf = (item: object, more: Partial<McpRules> = {}) => {
  const found = read({ tool: "pay", ...item }, more);
  return found.kind === "failure" ? found.event : found;
};
const said = (text: string) => eventOf({ result: { isError: true, content: [{ type: "text", text }] } });
const failed = (code: number | string, tool = "pay", more: object = {}) =>
  eventOf({ tool, error: { code, message: "why", ...more } });

const body = {
  ...{ code: "card_declined", class: "semantic", message: "Declined.", user_message: "No.", field: "card" },
  ...{ received: "x", permitted: ["y"], precondition: "p", hint: "h", retryable: false, retry_after: 3 },
  ...{ effect: "absent", reference: "err_own", idempotency_key: "k" },
};

describe("a result", () => {
  it.each([{}, { isError: false }, { isError: null, structuredContent: body }])(
    "that is no failure is a success: %j",
    (result) => {
      expect(read({ tool: "pay", result })).toEqual({ kind: "success" });
    },
  );

  it.each([
    ["structuredContent", { structuredContent: body }],
    ["an error within structuredContent", { structuredContent: { ok: false, error: body } }],
    ["_meta", { _meta: body }],
    ["_meta.error", { _meta: { error: body } }],
    ["a name of one's own in _meta", { _meta: { "com.example/tool_error": body } }],
    ["the text", { content: [{ type: "text", text: JSON.stringify(body) }] }],
    [
      "the first text after an image",
      { content: [{ type: "image" }, { type: "text", text: JSON.stringify(body) }] },
    ],
    [
      "a fence in the text",
      { content: [{ type: "text", text: `\`\`\`json\n${JSON.stringify(body)}\n\`\`\`` }] },
    ],
    [
      "a text that FastMCP began",
      { content: [{ type: "text", text: `Error executing tool pay: ${JSON.stringify(body)}` }] },
    ],
  ])("says all of its body in %s", (_, result) => {
    expect(eventOf({ result: { isError: true, ...result } })).toMatchObject({ ...body, tool: "pay" });
  });

  it("is read field by field from structuredContent, then _meta, then the text", () => {
    const result = {
      isError: true,
      structuredContent: { error: "first", hint: null },
      _meta: { code: "second", hint: "of _meta", user_message: "of _meta" },
      content: [{ type: "text", text: '{"code": "third", "hint": "of the text", "message": "of the text"}' }],
    };
    expect(eventOf({ result })).toMatchObject({
      ...{ code: "first", hint: "of _meta", user_message: "of _meta", message: "of the text" },
    });
  });

  it.each(["no such table: orders", "{not json", '{"detail": "no field of the contract"}', "[1]"])(
    "that is a sentence has no code: %s",
    (text) => {
      const event = said(text);
      expect(event).toMatchObject({ message: text, reference: "err_minted" });
      expect(event).not.toHaveProperty("code");
    },
  );

  it.each([
    '{"code": "gateway_timeout", "effect": "unknown", "mess',
    '```json\n{"effect": "Unknown", "code": "gateway_timeou',
    "Error executing tool pay: {'error': 'gateway_timeout', 'effect': 'unknown'}",
    '{"error": {"effect": "maybe", "code": "c"},}',
  ])("that cannot be read, and says that nobody knows of an effect, leaves that in doubt: %s", (text) => {
    expect(said(text)).toMatchObject({ effect: "unknown", reference: "err_minted" });
  });

  it.each([
    '{"code": "gone", "effect": "absent", "mess',
    "{'error': 'gone', 'effect': None}",
    "The effect is unknown: ask the bank.",
  ])("that cannot be read, and says no such thing, leaves nothing in doubt: %s", (text) => {
    expect(said(text)).not.toHaveProperty("effect");
  });

  it("that an SDK made of the protocol's number is read by it", () => {
    expect(said("MCP error -32602: Invalid arguments")).toMatchObject({
      ...{ code: "invalid_params", class: "validation", message: "Invalid arguments" },
    });
    expect(said("Input validation error: Invalid arguments for tool pay")).toMatchObject({
      code: "invalid_params",
    });
    expect(said("MCP error -32001: Request timed out")).toMatchObject({
      class: "transient",
      effect: "unknown",
    });
  });

  it("is not refused for a field that is of another kind", () => {
    const structuredContent = {
      ...body,
      retryable: "no",
      retry_after: -1,
      permitted: "y",
      reference: "a b",
      field: { a: 1 },
    };
    expect(eventOf({ result: { isError: true, structuredContent } })).toEqual({
      ...{
        tool: "pay",
        code: body.code,
        class: body.class,
        message: body.message,
        user_message: body.user_message,
      },
      ...{
        received: "x",
        precondition: "p",
        hint: "h",
        effect: "absent",
        idempotency_key: "k",
        reference: "err_minted",
      },
    });
  });

  it("does not say where it happened", () => {
    const structuredContent = {
      code: "c",
      tool: "other",
      tenant: "other",
      service: "other",
      run_id: "other",
      event_id: "x",
    };
    expect(eventOf({ result: { isError: true, structuredContent } })).toEqual({
      ...{ tool: "pay", code: "c", reference: "err_minted" },
    });
  });
});

describe("a JSON-RPC error", () => {
  it.each([
    [-32_700, "parse_error", "validation"],
    [-32_600, "invalid_request", "validation"],
    [-32_602, "invalid_params", "validation"],
    [-32_601, "method_not_found", "not_found"],
    [-32_603, "internal_error", "system"],
    [-32_002, "resource_not_found", "not_found"],
  ])("of %d is %s, of the class %s, and says nothing of an effect", (number, code, errorClass) => {
    const event = failed(number);
    expect(event).toMatchObject({
      code,
      class: errorClass,
      message: "why",
      attributes: { jsonrpc_code: number },
    });
    expect(event).not.toHaveProperty("effect");
  });

  it.each([
    [-32_001, "request_timeout", "transient"],
    ["REQUEST_TIMEOUT", "request_timeout", "transient"],
    [-32_000, "connection_closed", "system"],
    ["CONNECTION_CLOSED", "connection_closed", "system"],
    ["SEND_FAILED", "send_failed", "system"],
  ])("of %s is %s of unknown effect, unless the tool only reads", (number, code, errorClass) => {
    expect(failed(number)).toMatchObject({ code, class: errorClass, effect: "unknown" });
    expect(failed(number, "list_orders")).toMatchObject({ code, class: errorClass });
    expect(failed(number, "list_orders")).not.toHaveProperty("effect");
  });

  it("of a number that the protocol leaves free has no code, but a name is one", () => {
    expect(failed(-32_050)).not.toHaveProperty("code");
    expect(failed("CAPABILITY_NOT_SUPPORTED")).toMatchObject({ code: "CAPABILITY_NOT_SUPPORTED" });
  });

  it("is what its data says", () => {
    expect(failed(-32_603, "pay", { data: body })).toMatchObject(body);
    expect(failed(-32_001, "list_orders", { data: { effect: "unknown" } })).toMatchObject({
      effect: "unknown",
    });
  });
});

describe("where it was in the run", () => {
  const result = { isError: true, structuredContent: { code: "c", idempotency_key: "of the body" } };

  it("is what the harness says", () => {
    const place = {
      run_id: "r",
      turn: 1,
      attempt: 2,
      idempotency_key: "k",
      tenant: "t",
      trace_id: "a".repeat(32),
    };
    expect(eventOf({ ...place, result })).toMatchObject(place);
  });

  it("takes the JSON-RPC id for the call, and the server for the service, where neither is said", () => {
    expect(eventOf({ id: 7, server: "billing", result })).toMatchObject({
      ...{ call_id: "7", service: "billing", attributes: { mcp_server: "billing" } },
    });
    const more = { call_id: "c", service: "agent" };
    expect(eventOf({ id: 7, server: "billing", ...more, result })).toMatchObject(more);
    expect(eventOf({ server: "billing", result }, { isServicePinned: true })).toMatchObject({
      service: undefined,
    });
  });

  it("keeps attributes of the harness's own", () => {
    expect(eventOf({ server: "b", attributes: { a: 1, mcp_server: "mine" }, result })).toMatchObject({
      attributes: { a: 1, mcp_server: "mine" },
    });
    expect(eventOf({ server: "b", attributes: 3, result })).toMatchObject({ attributes: 3 });
  });
});

describe("what is neither", () => {
  it.each([
    [{ tool: "pay" }, "result_required"],
    [{ tool: "pay", result: null, error: null }, "result_required"],
    [{ tool: "pay", result: "text" }, "invalid_result"],
    [{ tool: "pay", result: { isError: "true" } }, "invalid_result"],
    [{ tool: "pay", error: "invalid_status" }, "invalid_error"],
    ["text", "invalid_body"],
  ])("is refused: %j", (item, code) => {
    expect(read(item)).toMatchObject({
      kind: "unreadable",
      rejection: { code, class: "validation", retryable: false },
    });
  });

  it.each([
    [{ result: { isError: "true", structuredContent: { effect: "unknown" } } }, { effect: "unknown" }],
    [
      {
        result: {
          isError: 1,
          content: [{ text: '{"effect":"maybe","reference":"r","idempotency_key":"k"}' }],
        },
      },
      { effect: "maybe", reference: "r", idempotency_key: "k" },
    ],
    [{ error: { code: -32_001, message: {} } }, { effect: "unknown" }],
    [{ result: "timed out", error: { code: -32_000 } }, { effect: "unknown" }],
    [{ effect: "absent", error: { code: -32_001, message: {} } }, { effect: "absent" }],
  ])("is kept with the effect that it says: %j", (sent, found) => {
    const item = { tool: "pay", ...sent };
    expect(read(item)).toMatchObject({ kind: "unreadable", item: { ...item, ...found } });
  });

  it.each([
    { tool: "pay", result: { isError: "true", structuredContent: { code: "c" } }, error: 3 },
    { tool: "pay", result: { isError: false, structuredContent: { effect: "unknown" } }, error: 3 },
    { tool: "list_orders", error: { code: -32_001, message: {} } },
    "text",
  ])("is kept as it is where it says none: %j", (item) => {
    expect(read(item)).toMatchObject({ kind: "unreadable", item });
    expect(Reflect.get(Object(Reflect.get(read(item), "item")), "effect")).toBeUndefined();
  });

  it("is said whatever is sent", () => {
    const names = [
      "tool",
      "result",
      "error",
      "isError",
      "content",
      "text",
      "structuredContent",
      "_meta",
      "code",
      "data",
      "id",
    ];
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        fc.constantFrom(null, true, -32_001, "", "{}", '{"error":{"code":"a"}}', "__proto__"),
        fc.dictionary(fc.constantFrom(...names, "type", "server", "attributes", "class"), tie("tree")),
        fc.array(tie("tree"), { maxLength: 3 }),
      ),
    }));
    fc.assert(
      fc.property(tree, (item) => {
        expect(["success", "failure", "unreadable"]).toContain(read(item).kind);
      }),
      { numRuns: 500 },
    );
  });
});

it("is read in proportion to its text, whatever that begins as", () => {
  for (const begins of ["```", "{", "MCP error -", "Error executing tool "])
    expectInProportion((length) => said(`${begins + "\n".repeat(length)}x`), 100_000, begins);
});

it("stays the text it is where that is JSON of more members than are read", () => {
  const members = Array.from({ length: 50_001 }, (_, at) => [`name${at}`, at]);
  const text = JSON.stringify({ code: "gone", ...Object.fromEntries(members) });
  expect(said(text)).toMatchObject({ message: text });
  expect(said(text)).not.toHaveProperty("code");
});
