import { describe, expect, it } from "vitest";
import { digest, eventOf, framesOf, record } from "@/tests/support/otlp-records";
import { prepareEvent } from "../event";
import { parseInstant } from "../instant";
import { mapRecord } from "./map-record";

describe("the frames", () => {
  const trace = "TypeError: no such thing\n    at pay (/srv/pay.js:3:7)";

  it("are the trace as text, where it says all", () => {
    const exception = { "exception.type": "TypeError", "exception.message": "no such thing" };
    expect(framesOf({ ...exception, "exception.stacktrace": trace })).toEqual({
      ...{ raw: trace, reference: "err_1", tool: "pay", captured_at: "2026-11-30T00:00:00.000000Z" },
    });
  });

  it("stand under the name that was sent, where the trace does not say it", () => {
    const frames = framesOf({ "exception.type": "ECONNREFUSED", "exception.stacktrace": trace });
    expect(frames).toMatchObject({
      raw: trace,
      exceptions: [
        { type: "ECONNREFUSED", message: "no such thing", frames: [{ file: "/srv/pay.js", line: 3 }] },
      ],
    });
  });

  it("of Go, whose stacks name no exception", () => {
    const raw = "goroutine 1 [running]:\nmain.pay(0x1)\n\t/srv/main.go:12 +0x1d\n";
    const resource = new Map([["telemetry.sdk.language", "go"]]);
    const sent = {
      "exception.type": "*errors.errorString",
      "exception.message": "no",
      "exception.stacktrace": raw,
    };
    expect(framesOf(sent, { resource })).toMatchObject({
      language: "go",
      exceptions: [
        { type: "*errors.errorString", message: "no", frames: [{ file: "/srv/main.go", line: 12 }] },
      ],
    });
  });

  it("may be a name alone", () => {
    expect(framesOf({ "exception.message": "no" })).toMatchObject({
      exceptions: [{ type: null, message: "no" }],
    });
    expect(framesOf({ "exception.type": "" })).toBeNull();
  });

  it("are alone where nothing but a reference stands beside them", () => {
    const only = record({ "tool_error.reference": "err_1", "tool_error.tenant": "a", "exception.type": "E" });
    expect(mapRecord(only, digest).event).toBeNull();
    for (const sign of ["gen_ai.tool.name", "error.type", "tool_error.code"])
      expect(mapRecord(record({ "exception.type": "E", [sign]: "x" }), digest).event, sign).not.toBeNull();
    expect(
      mapRecord(record({ "exception.type": "E" }, { event_name: "tool_error" }), digest).event,
    ).not.toBeNull();
  });
});

describe("the arguments", () => {
  const name = "gen_ai.tool.call.arguments";
  const withTrace = (value: unknown) => framesOf({ "exception.type": "E", [name]: value })?.arguments;

  it("are an object, or an object as JSON", () => {
    expect(withTrace({ a: 1 })).toEqual({ a: 1 });
    expect(withTrace('{"a": 9007199254740993}')).toMatchObject({ a: expect.anything() });
    expect(withTrace("--all")).toEqual({ value: "--all" });
    expect(withTrace([1])).toEqual({ value: [1] });
  });

  it("are a text where they are JSON of more members than are read", () => {
    const many = JSON.stringify(
      Object.fromEntries(Array.from({ length: 50_001 }, (_, at) => [`k${at}`, at])),
    );
    expect(framesOf({ "exception.type": "E", "gen_ai.tool.call.arguments": many })?.arguments).toEqual({
      value: many,
    });
  });

  it("stay among the event's attributes where there is no trace to go with", () => {
    expect(eventOf({ [name]: { a: 1 }, "tool_error.attributes": { b: 2 } }).attributes).toEqual({
      b: 2,
      [name]: { a: 1 },
    });
    expect(
      eventOf({ [name]: { a: "x".repeat(17_000) }, "tool_error.attributes": { b: 2 } }).attributes,
    ).toEqual({
      b: 2,
    });
  });

  it("are cut where they nest too deep, and sink nothing", () => {
    let deep: unknown = 1;
    for (let level = 0; level < 60; level += 1) deep = { a: deep };
    const event = eventOf({ [name]: deep });
    const now = parseInstant("2026-11-30T00:01:00Z");
    if (now === null) throw new Error("no time");
    const rules = {
      ...{ source_id: 1, pins: { tenant: null, environment: null, service: null }, now, retention_days: 30 },
      ...{ unmapped_codes: new Set<string>(), sanitized: false },
      digest: () => ({ hash: "1", uuid: "00000000-0000-8000-8000-000000000000" }),
    };
    expect(prepareEvent({ ...event, event_id: undefined }, rules)).toMatchObject({ ok: true });
  });
});
