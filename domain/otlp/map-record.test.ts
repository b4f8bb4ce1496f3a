import { describe, expect, it, test } from "vitest";
import { eventOf, framesOf, record } from "@/tests/support/otlp-records";
import { parseJson, stringifyJson } from "../json";
import { isToolError } from "./is-tool-error";

describe("what reports a failed tool call", () => {
  it.each([
    ["any attribute of ours", record({ "tool_error.hint": "" })],
    ["the event's name", record({}, { event_name: "tool_error" })],
    ["the event's name as older SDKs write it", record({ "event.name": "tool_error" })],
    ["the type of error of the conventions", record({ "error.type": "tool_error" })],
  ])("%s", (_, one) => expect(isToolError(one)).toBe(true));

  it.each([
    ["an ordinary line", record({ "http.route": "/x" }, { body: "tool_error" })],
    ["an exception of the program", record({ "exception.type": "E", "exception.stacktrace": "E: no" })],
    [
      "a tool's failure that nobody meant to report",
      record({ "gen_ai.tool.name": "t", "error.type": "timeout" }),
    ],
    ["another event", record({ toolerror: 1 }, { event_name: "tool_error.other" })],
  ])("not %s", (_, one) => expect(isToolError(one)).toBe(false));
});

describe("the code", () => {
  it.each([
    [{ "tool_error.code": "declined", "error.type": "timeout" }, "declined"],
    [{ "tool_error.code": "", "error.type": "timeout" }, "timeout"],
    [{ "error.type": "tool_error" }, undefined],
    [{ "error.type": "java.net.SocketException" }, undefined],
    [{ "error.type": "TimeoutError" }, undefined],
    [{ "error.type": "500" }, undefined],
    [{ "error.type": "_OTHER" }, undefined],
    [{ "tool_error.code": 504 }, 504],
  ])("of %o is %s", (attributes, code) => expect(eventOf(attributes).code).toBe(code));
});

describe("the message", () => {
  it("is a body of text, unless there is an attribute", () => {
    expect(eventOf({}, { body: "No." }).message).toBe("No.");
    expect(eventOf({ "tool_error.message": "Never." }, { body: "No." }).message).toBe("Never.");
  });

  it("is never what an exception says, nor a body that is no text", () => {
    expect(eventOf({ "exception.message": "dsn=…" }, { body: { text: "No." } })).not.toHaveProperty(
      "message",
    );
  });
});

describe("values that SDKs write otherwise", () => {
  it.each([
    ["retryable", "TRUE", true],
    ["retryable", "perhaps", "perhaps"],
    ["retry_after", "1.5", 1.5],
    ["attempt", "3", 3],
    ["turn", "three", "three"],
    ["permitted", '["open", 2]', ["open", 2]],
    ["permitted", "open", ["open"]],
    ["permitted", "[open", ["[open"]],
    ["permitted", [1], [1]],
    ["reference", 7, "7"],
    ["hint", true, "true"],
    ["attributes", '{"a": 1}', { a: 1 }],
    ["attributes", "a", "a"],
    ["received", "", ""],
    ["received", null, undefined],
    ["received", { a: [1] }, { a: [1] }],
  ])("%s %o is %o", (field, sent, read) => {
    expect(eventOf({ [`tool_error.${field}`]: sent })[field]).toEqual(read);
  });

  it("an integer beyond a double keeps its digits, as a name too", () => {
    const big = parseJson("[9007199254740993]") as unknown[];
    expect(eventOf({ "session.id": big[0] }).run_id).toBe("9007199254740993");
    expect(stringifyJson(eventOf({ "tool_error.received": big[0] }).received)).toBe("9007199254740993");
  });
});

describe("the run, the call and where it ran", () => {
  const resource = new Map<string, unknown>([
    ["service.name", "desk"],
    ["deployment.environment", "old"],
    ["deployment.environment.name", "prod"],
    ["service.version", 12],
    ["tool_error.tenant", "acme"],
  ]);

  it("are read in the order of the table", () => {
    const runs = { "tool_error.run_id": "a", "gen_ai.conversation.id": "b", "session.id": "c" };
    expect(eventOf(runs).run_id).toBe("a");
    expect(eventOf({ ...runs, "tool_error.run_id": "" }).run_id).toBe("b");
    expect(eventOf({ "session.id": "c" }).run_id).toBe("c");
    expect(eventOf({ "gen_ai.tool.call.id": "x", "jsonrpc.request.id": 1 }).call_id).toBe("x");
    expect(eventOf({ "jsonrpc.request.id": 1 }).call_id).toBe("1");
  });

  it("come of the resource, unless the record says otherwise", () => {
    const of = { tenant: "acme", service: "desk", environment: "prod", release: "12" };
    expect(eventOf({}, { resource })).toMatchObject(of);
    for (const unnamed of ["unknown_service", "unknown_service:node"])
      expect(eventOf({ "service.name": unnamed }, {}).service).toBeUndefined();
    expect(eventOf({ "service.name": "own" }, { resource }).service).toBe("own");
    expect(framesOf({ "exception.type": "E" }, { resource })).toMatchObject({
      ...{ service: "desk", environment: "prod", tenant: "acme" },
    });
  });

  it("are missing where nobody says them", () => {
    expect(Object.keys(eventOf({})).sort()).toEqual(["event_id", "occurred_at", "reference", "tool"]);
  });
});

describe("the time", () => {
  it("is the record's, else when it was seen, finer than a microsecond cut", () => {
    expect(eventOf({}, { time_unix_nano: "1795996800123456789" }).occurred_at).toBe(
      "2026-11-30T00:00:00.123456Z",
    );
    const seen = { time_unix_nano: "0", observed_time_unix_nano: "1795996800999999999" };
    expect(eventOf({}, seen).occurred_at).toBe("2026-11-30T00:00:00.999999Z");
  });

  it("is the receipt where there is none, and then no id is made up", () => {
    const event = eventOf({}, { time_unix_nano: "0" });
    expect(event).not.toHaveProperty("occurred_at");
    expect(event).not.toHaveProperty("event_id");
  });

  it("may be the last that a record can say", () => {
    expect(eventOf({}, { time_unix_nano: "18446744073709551615" }).occurred_at).toMatch(/^2554-/);
  });
});

describe("the id", () => {
  const uuid = "0198F2C4-7B1E-7C3A-9F52-3D6A1C0E8B47";

  it("is the record's own", () => {
    expect(eventOf({ "log.record.uid": uuid }).event_id).toBe(uuid);
    expect(eventOf({ "log.record.uid": "01K3X" }).event_id).toBe("uuid of otlp:01K3X");
  });

  it("is made of all of the record, and of its resource", () => {
    const ids = [
      eventOf({ a: 1, b: 2 }),
      eventOf({ a: 1, b: 2 }),
      eventOf({ a: 1, b: 3 }),
      eventOf({ a: 1, b: 2 }, { body: "x" }),
      eventOf({ a: 1, b: 2 }, { resource: new Map([["host.name", "h"]]) }),
      eventOf({ a: 1, b: 2 }, { observed_time_unix_nano: "1" }),
    ].map(({ event_id }) => event_id);
    expect(ids[0]).toBe(ids[1]);
    expect(new Set(ids).size).toBe(5);
  });

  it("stands in the content where there is no time, so that a repeat is still told from another", () => {
    const event = eventOf(
      { "log.record.uid": "u1", "tool_error.attributes": { a: 1 } },
      { time_unix_nano: "0" },
    );
    expect(event.attributes).toEqual({ a: 1, "log.record.uid": "u1" });
  });
});

test("a name like __proto__ is a name like any other", () => {
  const odd = JSON.parse('{"__proto__": {"tool": "evil"}, "a": 1}');
  const event = eventOf({ "tool_error.received": odd, ...JSON.parse('{"__proto__": {"tool": "evil"}}') });
  expect(stringifyJson(event.received)).toBe('{"__proto__":{"tool":"evil"},"a":1}');
  expect(Object.getPrototypeOf(event)).toBe(Object.prototype);
  expect(event.tool).toBe("pay");
});
