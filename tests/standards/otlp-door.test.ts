// over 250 lines because every answer of the door is held to the standard in both encodings, in one world.
import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { POST as other } from "@/app/api/otlp/[...path]/route";
import { GET as getLogs, POST as postLogs } from "@/app/api/otlp/v1/logs/route";
import { stringifyJson } from "@/domain/json";
import { SCOPES } from "@/domain/permissions";
import { otlpDoor } from "@/lib/http/otlp/otlp-door";
import { refusing } from "@/lib/http/refusing";
import { measures } from "@/lib/services/measures";
import { mounts } from "@/mounts";
import { makeKey, openWorld, type World } from "../access/world";
import { decodeAnswer, encodeExport, exportOf, type JsonRecord, pairsOf } from "./otlp-message";

let world: World;
let key: string;
beforeAll(async () => {
  world = await openWorld({ ERRATA_PUBLIC_URL: "https://errata.example/console" });
  key = await makeKey(world, ["ingest"]);
});
afterAll(() => world.close());

type Sent = { type?: string | null; encoding?: string; as?: string | null; door?: typeof postLogs };

async function send(body: Uint8Array | string, { type, encoding, as = key, door = postLogs }: Sent = {}) {
  const request = new Request("http://localhost/api/otlp/v1/logs", {
    method: "POST",
    headers: {
      ...(as === null ? {} : { authorization: `Bearer ${as}` }),
      ...(type === null ? {} : { "content-type": type ?? "application/json" }),
      ...(encoding === undefined ? {} : { "content-encoding": encoding }),
    },
    body: Buffer.from(body),
  });
  const answer = await door(request);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const { status, headers } = answer;
  return { status, type: headers.get("content-type"), retry: headers.get("retry-after"), bytes };
}

const PROTOBUF = "application/x-protobuf";
const WAYS = ["json", "protobuf"] as const;
type Way = (typeof WAYS)[number];

async function exportBy(way: Way, records: readonly JsonRecord[], resource: object = {}) {
  const sent = exportOf(records, pairsOf(resource));
  const answer =
    way === "json" ? await send(JSON.stringify(sent)) : await send(encodeExport(sent), { type: PROTOBUF });
  return { ...answer, said: saidIn(way, "ExportLogsServiceResponse", answer.bytes) };
}

function saidIn(way: Way, name: "ExportLogsServiceResponse" | "Status", bytes: Buffer) {
  return way === "json" ? JSON.parse(bytes.toString()) : decodeAnswer(name, bytes);
}

const nanosAgo = (seconds: number) => `${BigInt(Date.now() - seconds * 1000) * 1_000_000n}`;
const failure = (reference: string, attributes: object = {}, parts: JsonRecord = {}): JsonRecord => ({
  timeUnixNano: nanosAgo(60),
  attributes: pairsOf({ "tool_error.reference": reference, "gen_ai.tool.name": "pay", ...attributes }),
  ...parts,
});
const newReference = () => `err_${randomUUID()}`;

async function stored(reference: string) {
  const { sql } = world.database;
  const events = await sql`select * from events where reference = ${reference}`;
  const frames = await sql`select * from frames where reference = ${reference}`;
  return { events, frames };
}
const quarantined = (reference: string) =>
  world.database
    .sql`select door, reason, field, says_unknown, payload from quarantine where reference = ${reference}`;

describe.each(WAYS)("in %s", (way) => {
  it("answers an export that is stored with nothing", async () => {
    const answer = await exportBy(way, [failure(newReference())]);
    expect(answer.status).toBe(200);
    expect(answer.bytes.toString()).toBe(way === "json" ? "{}" : "");
    expect(answer.type).toBe(way === "json" ? "application/json" : PROTOBUF);
  });

  it("one record with both kinds is one event with its frames, however often it is sent", async () => {
    const reference = newReference();
    const exception = {
      "exception.type": "E",
      "exception.stacktrace": "E: no\n    at pay (/srv/pay.js:3:7)",
    };
    const record = failure(reference, { ...exception, "tool_error.code": "declined" });
    for (let times = 0; times < 3; times += 1)
      expect((await exportBy(way, [record, record])).said).toEqual({});
    const { events, frames } = await stored(reference);
    expect(events).toHaveLength(1);
    expect(frames).toHaveLength(1);
    expect(events[0]).toMatchObject({ code: "declined", tool: "pay" });
    expect(frames[0]).toMatchObject({ event_id: events[0]?.event_id, exception_type: "E" });
  });

  it("without any time a repeat counts once too, and its frames belong to it", async () => {
    const reference = newReference();
    const record = failure(reference, { "exception.type": "E" }, { timeUnixNano: "0" });
    for (let times = 0; times < 2; times += 1) expect((await exportBy(way, [record])).said).toEqual({});
    const { events, frames } = await stored(reference);
    expect([events.length, frames.length]).toEqual([1, 1]);
    expect(frames[0]?.event_id).toBe(events[0]?.event_id);
  });

  it("skips ordinary lines, and counts them", async () => {
    const before = await skippedSoFar();
    const ordinary: JsonRecord = { body: { stringValue: "GET /" }, severityNumber: 9 };
    const crash: JsonRecord = { attributes: pairsOf({ "exception.type": "E", "exception.stacktrace": "E" }) };
    const reference = newReference();
    const answer = await exportBy(way, [ordinary, failure(reference), crash]);
    expect(answer.said).toEqual({});
    expect((await skippedSoFar()) - before).toBe(2);
    expect((await stored(reference)).events).toHaveLength(1);
  });

  it("rejects a record by itself, says why and where to look, and keeps it", async () => {
    const [bad, good] = [newReference(), newReference()];
    const records = [
      failure(bad, {
        "gen_ai.tool.name": " ",
        "tool_error.effect": "unknown",
        "tool_error.hint": "password=hunter22",
      }),
      failure(good),
      { attributes: pairsOf({ "tool_error.code": "lost" }) },
    ];
    const answer = await exportBy(way, records);
    expect(answer.status).toBe(200);
    const { partialSuccess } = answer.said as { partialSuccess: Record<string, string> };
    expect(partialSuccess).toEqual({
      rejectedLogRecords: "2",
      errorMessage:
        "2 rejected, and kept in quarantine: https://errata.example/console/intake/quarantine. " +
        "invalid_tool (1, attribute gen_ai.tool.name): The field tool is not valid: must not be blank. " +
        "reference_required (1, attribute tool_error.reference): The field reference is required.",
    });
    expect((await stored(good)).events).toHaveLength(1);
    const [row] = await quarantined(bad);
    expect(row).toMatchObject({ door: "events", reason: "invalid_tool", says_unknown: true });
    expect(row?.payload).not.toContain("hunter22");
    const cases = await world.database.sql`
      select flags from cases join attempts using (case_id) where attempts.reference = ${bad}`;
    expect(cases[0]?.flags).toContain("unreadable");
  });

  it("names the time of a record as the record does", async () => {
    const { said } = await exportBy(way, [failure(newReference(), {}, { timeUnixNano: "1000" })]);
    const reason = "occurred_at_out_of_range (1, timeUnixNano): ";
    expect(said).toMatchObject({ partialSuccess: { errorMessage: expect.stringContaining(reason) } });
  });

  it("counts a record once whose both kinds are rejected", async () => {
    const { said } = await exportBy(way, [failure("", { "tool_error.code": "x", "exception.type": "E" })]);
    expect(said).toMatchObject({ partialSuccess: { rejectedLogRecords: "1" } });
  });

  it("warns of an id that is taken by other content, and rejects nothing", async () => {
    const [reference, uid, timeUnixNano] = [newReference(), randomUUID(), nanosAgo(5)];
    const of = (code: string) =>
      failure(reference, { "log.record.uid": uid, "tool_error.code": code }, { timeUnixNano });
    await exportBy(way, [of("one")]);
    const { status, said } = await exportBy(way, [of("two")]);
    expect(status).toBe(200);
    expect(said).toMatchObject({
      partialSuccess: { errorMessage: expect.stringContaining("the first stays") },
    });
    expect((await stored(reference)).events).toMatchObject([{ code: "one", event_id: uid }]);
  });

  it("opens a case for an effect that nobody knows", async () => {
    const reference = newReference();
    const sent = { "tool_error.effect": "unknown", "tool_error.idempotency_key": reference };
    await exportBy(way, [failure(reference, sent)]);
    const cases = await world.database.sql`select state from cases where idempotency_key = ${reference}`;
    expect(cases).toMatchObject([{ state: "open" }]);
  });

  it("keeps texts that PostgreSQL refuses as U+FFFD, and says so", async () => {
    const reference = newReference();
    await exportBy(way, [failure(reference, { "tool_error.hint": "a\0b" })]);
    const { events } = await stored(reference);
    expect(events[0]?.marks).toContain("sanitized");
    expect(JSON.parse(events[0]?.body).hint).toBe("a\u{FFFD}b");
  });
});

async function skippedSoFar(): Promise<number> {
  const { values } = await measures(world.rt).skipped.get();
  return values.find(({ labels }) => labels.door === "otlp")?.value ?? 0;
}

test("the same record by JSON and by protobuf is the same event and the same frames", async () => {
  const value = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 10 }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.jsonValue({ maxDepth: 2 }),
  );
  const names = [
    ...["code", "class", "message", "received", "permitted", "retry_after", "effect", "attempt", "hint"],
    ...["attributes", "retryable", "idempotency_key"],
  ].map((name) => `tool_error.${name}`);
  const name = fc.constantFrom(
    ...names,
    "error.type",
    "exception.type",
    "exception.stacktrace",
    "other",
    "__proto__",
  );
  const attributes = fc.dictionary(name, value, { maxKeys: 6 });
  await fc.assert(
    fc.asyncProperty(attributes, value, async (some, body) => {
      const reference = newReference();
      const record = failure(reference, some, { body: pairsOf({ body })[0]?.value ?? {} });
      const [first, second] = [await exportBy("json", [record]), await exportBy("protobuf", [record])];
      expect(second.said).toEqual(first.said);
      const { events, frames } = await stored(reference);
      const refused = await world.database.sql`
        select times from quarantine where reference = ${reference}`;
      expect(events.length).toBeLessThanOrEqual(1);
      expect(frames.length).toBeLessThanOrEqual(1);
      // Refused twice for the same is one item of quarantine too.
      expect(refused.map(({ times }) => times)).toEqual(refused.map(() => 2));
      expect(events.length + refused.length).toBeGreaterThan(0);
    }),
    { numRuns: 25, seed: 3 },
  );
});

describe("what is refused as a whole is a Status in the encoding of the request", () => {
  const refusals: [string, Sent & { body: (way: Way) => Uint8Array | string }, number, number][] = [
    ["no key", { as: null, body: () => "{}" }, 401, 16],
    ["a key that does not exist", { as: "erk_none", body: () => "{}" }, 401, 16],
    ["a body that cannot be read", { body: () => '{"resourceLogs": 1}' }, 400, 3],
    ["gzip that is none", { encoding: "gzip", body: () => "{}" }, 400, 3],
    ["an encoding nobody knows", { encoding: "zstd", body: () => "{}" }, 415, 3],
    ["20 MB and more", { body: () => " ".repeat(20 * 1024 * 1024 + 1) }, 413, 3],
    ["a bomb", { encoding: "gzip", body: () => gzipSync(" ".repeat(20 * 1024 * 1024 + 1)) }, 413, 3],
  ];

  it.each(refusals.flatMap(([what, sent, ...codes]) => WAYS.map((way) => ({ what, way, sent, codes }))))(
    "$what, in $way",
    async ({ way, sent, codes: [status, code] }) => {
      const type = way === "json" ? "application/json" : PROTOBUF;
      const answer = await send(sent.body(way), { ...sent, type });
      expect(answer.status).toBe(status);
      expect(answer.type).toBe(type);
      const said = saidIn(way, "Status", answer.bytes);
      expect(said).toEqual({
        code,
        message: expect.stringMatching(/^\S.+ \([a-z_]+, reference err_\w+\)$/),
      });
    },
  );

  it("a key of any scope but ingest", async () => {
    const codes = SCOPES.map(async (scope) => {
      const answer = await send("{}", { as: await makeKey(world, [scope]) });
      return answer.status === 200 ? scope : JSON.parse(answer.bytes.toString()).code;
    });
    expect(new Set(await Promise.all(codes))).toEqual(new Set(["ingest", 7]));
  });

  it.each(WAYS)("a failure that nobody thought of, which is worth another try, in %s", async (way) => {
    const door = otlpDoor(refusing(new TypeError("the inside of it")));
    const answer = await send("", { type: way === "json" ? "application/json" : PROTOBUF, door });
    expect([answer.status, Number(answer.retry)]).toEqual([503, 4]);
    const said = saidIn(way, "Status", answer.bytes);
    expect(said).toMatchObject({
      code: 14,
      message: expect.stringMatching(/\(internal_error, reference err_/),
    });
    expect(JSON.stringify(said)).not.toContain("inside");
  });

  it("another media type, answered as JSON", async () => {
    const answer = await send("<logs/>", { type: "text/xml" });
    expect([answer.status, answer.type]).toEqual([415, "application/json"]);
    expect(JSON.parse(answer.bytes.toString()).message).toContain("protobuf or as JSON");
  });

  it("no body: nothing in protobuf, and no JSON", async () => {
    expect((await send("", { type: PROTOBUF })).status).toBe(200);
    expect((await send("", { type: null })).status).toBe(400);
    expect((await send("{}", { type: null })).status).toBe(200);
  });

  it("more tool errors than one export may hold", async () => {
    const record = failure(newReference());
    const answer = await send(JSON.stringify(exportOf(Array(10_001).fill(record))));
    expect([answer.status, JSON.parse(answer.bytes.toString()).code]).toEqual([413, 3]);
    expect(answer.bytes.toString()).toContain("send_batch_max_size");
  });

  it("traces and metrics, since a 200 would say that they are kept", async () => {
    for (const [way, type] of [
      ["json", "application/json"],
      ["protobuf", PROTOBUF],
    ] as const) {
      const answer = await send("", { type, as: null, door: other });
      expect([answer.status, answer.type]).toEqual([404, type]);
      const said = saidIn(way, "Status", answer.bytes);
      expect(said).toMatchObject({ code: 5, message: expect.stringContaining("OTEL_TRACES_EXPORTER=none") });
      expect(said.message).toContain("https://errata.example/console/api/otlp/v1/logs");
    }
  });

  it("a method that sends no logs, in the words of the standard", async () => {
    for (const [way, type] of [
      ["json", "application/json"],
      ["protobuf", PROTOBUF],
    ] as const) {
      const headers = { "content-type": type };
      const answer = await getLogs(new Request("http://localhost/api/otlp/v1/logs", { headers }));
      expect([answer.status, answer.headers.get("content-type")]).toEqual([400, type]);
      const said = saidIn(way, "Status", Buffer.from(await answer.arrayBuffer()));
      expect(said).toMatchObject({ code: 3, message: expect.stringContaining("method_not_supported") });
    }
    const mounted = mounts.filter(({ path }) => path === "/api/otlp/v1/logs").map(({ method }) => method);
    expect(mounted.sort()).toEqual(["DELETE", "GET", "PATCH", "POST", "PUT"]);
  });
});

describe("a batch", () => {
  it("of more records than one piece, gzipped, is stored whole", async () => {
    const tool = `t_${randomUUID()}`;
    const records = Array.from({ length: 1_100 }, (_, at) =>
      failure(`err_${at}`, { "gen_ai.tool.name": tool, ...(at % 10 === 0 ? { "exception.type": "E" } : {}) }),
    );
    const answer = await send(gzipSync(encodeExport(exportOf(records))), {
      type: PROTOBUF,
      encoding: "gzip",
    });
    expect([answer.status, answer.bytes.length]).toEqual([200, 0]);
    const [row] = await world.database.sql`
      select (select count(*)::int from events where tool = ${tool}) as events,
        (select count(*)::int from frames where tool = ${tool}) as frames,
        (select count(*)::int from frames f join events e using (event_id) where f.tool = ${tool}) as joined`;
    expect(row).toEqual({ events: 1_100, frames: 110, joined: 110 });
  });

  it("draws on the allowance of its key for every tool error, and for no ordinary line", async () => {
    const limited = await makeKey(world, ["ingest"]);
    await world.database.sql`update keys set items_per_minute = 10 where hash = (
      select hash from keys order by created_at desc limit 1)`;
    const ordinary = Array.from({ length: 50 }, () => ({ body: { stringValue: "x" } }));
    const records = [...ordinary, ...Array.from({ length: 12 }, () => failure(newReference()))];
    expect((await send(JSON.stringify(exportOf(ordinary)), { as: limited })).status).toBe(200);
    expect((await send(JSON.stringify(exportOf(records)), { as: limited })).status).toBe(200);
    const refused = await send(JSON.stringify(exportOf(records)), { as: limited, type: "application/json" });
    expect([refused.status, JSON.parse(refused.bytes.toString()).code]).toEqual([429, 8]);
    expect(Number(refused.retry)).toBeGreaterThanOrEqual(4);
  });

  it("is held to the pins of its key", async () => {
    const pinned = await makeKey(world, ["ingest"], { tenant: "acme", service: "desk" });
    const reference = newReference();
    const records = [failure(reference), failure(reference, { "service.name": "other" })];
    const answer = await send(JSON.stringify(exportOf(records)), { as: pinned });
    expect(answer.bytes.toString()).toContain("pinned_by_key (1, attribute service.name)");
    expect((await stored(reference)).events).toMatchObject([{ tenant: "acme", service: "desk" }]);
  });
});

test("random bytes are an answer of the standard, never a failure", async () => {
  const noise = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.json().map((text) => new TextEncoder().encode(text)),
    fc.uint8Array({ maxLength: 80 }).map((bytes) => {
      const whole = encodeExport(exportOf([failure(newReference())]));
      return Uint8Array.from(whole, (byte, at) => byte ^ (bytes[at] ?? 0));
    }),
    fc.constant(new TextEncoder().encode(`{"resourceLogs":${"[".repeat(20_000)}1`)),
    fc.constant(new TextEncoder().encode(`{"resourceLogs":${"[".repeat(9_000)}${"]".repeat(9_000)}}`)),
  );
  const type = fc.constantFrom("application/json", PROTOBUF, "application/json; charset=latin1", null);
  await fc.assert(
    fc.asyncProperty(noise, type, async (body, contentType) => {
      const answer = await send(body, { type: contentType });
      expect([200, 400]).toContain(answer.status);
      const way = answer.type === PROTOBUF ? "protobuf" : "json";
      saidIn(way, answer.status === 200 ? "ExportLogsServiceResponse" : "Status", answer.bytes);
    }),
    { numRuns: 120, seed: 5 },
  );
});

test("the deepest values and the largest numbers end as they were sent, or as a reason", async () => {
  const [deep, big] = [newReference(), newReference()];
  let value: unknown = 1;
  for (let level = 0; level < 40; level += 1) value = [value];
  const digits = "9223372036854775807";
  const received = { key: "tool_error.received", value: { intValue: digits } };
  const records = [
    failure(deep, { "tool_error.received": value }),
    { ...failure(big), attributes: [...(failure(big).attributes ?? []), received] },
  ];
  const { said } = await exportBy("json", records);
  expect(said).toMatchObject({
    partialSuccess: { errorMessage: expect.stringContaining("invalid_received") },
  });
  const { events } = await stored(big);
  expect(events[0]?.body).toContain(`"received":${digits}`);
  expect(stringifyJson(await quarantined(deep))).toContain("invalid_received");
});
