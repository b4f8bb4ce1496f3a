import { spawnSync } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { ROOT_CONTEXT, trace } from "@opentelemetry/api";
import { type LogRecord, SeverityNumber } from "@opentelemetry/api-logs";
import { OTLPLogExporter as JsonExporter } from "@opentelemetry/exporter-logs-otlp-http";
import { OTLPLogExporter as ProtobufExporter } from "@opentelemetry/exporter-logs-otlp-proto";
import { defaultResource, resourceFromAttributes } from "@opentelemetry/resources";
import { BatchLogRecordProcessor, LoggerProvider } from "@opentelemetry/sdk-logs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createDatabase, type Sql } from "@/db/client";
import { type EmbeddedDatabase, startEmbedded } from "@/db/embedded";
import { openPayload } from "@/lib/services/frames-payload";
import { blocksOf, openProducer, textOf } from "../clients/snippets";
import { createTestFolder } from "../support/folder";
import { startTestServer, type TestServer } from "../support/server";
import { takeAway } from "../support/stop-database";

/** The stock exporters against the running server: what they send arrives whole, and nothing is lost by an outage. */
const OUTAGE_MS = 10_000;
const EXPORTERS = { json: JsonExporter, protobuf: ProtobufExporter } as const;
type Way = keyof typeof EXPORTERS;

const folder = createTestFolder();
let embedded: EmbeddedDatabase;
let server: TestServer;
let sql: Sql;
let close: () => Promise<void>;
beforeAll(async () => {
  embedded = await startEmbedded({ dataDir: folder.path, log: () => {} });
  server = await startTestServer({ databaseUrl: embedded.url, pages: false });
  ({ sql, close } = createDatabase({ url: embedded.url, max: 2 }));
});
afterAll(async () => {
  await close?.();
  await server?.kill();
  await embedded?.stop();
  folder.remove();
});

function openExport(way: Way) {
  const exporter = new EXPORTERS[way]({
    url: `${server.url}/api/otlp/v1/logs`,
    headers: { Authorization: `Bearer ${server.key}` },
    timeoutMillis: 60_000,
  });
  const provider = new LoggerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({
        "service.name": "desk",
        "service.version": "1.4.0",
        "deployment.environment.name": "production",
      }),
    ),
    processors: [new BatchLogRecordProcessor({ exporter })],
  });
  const logger = provider.getLogger("tools");
  return { emit: (record: LogRecord) => logger.emit(record), close: () => provider.shutdown() };
}

const TRACE = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331", traceFlags: 1 };
const eventsOf = (reference: string) =>
  sql<Record<string, unknown>[]>`select *, occurred_at::text from events where reference = ${reference}`;

async function framesOf(reference: string) {
  const rows = await sql<{ payload: Buffer; event_id: string }[]>`
    select * from frames where reference = ${reference}`;
  return Promise.all(rows.map(async (row) => ({ ...row, payload: await openPayload(row.payload) })));
}

describe.each(["json", "protobuf"] as const)("the stock exporter of %s", (way) => {
  test("every field of the table arrives", async () => {
    const [reference, uid] = [`err_${randomUUID()}`, randomUUID()];
    const exception = new RangeError("no such order");
    const { emit, close } = openExport(way);
    emit({
      eventName: "tool_error",
      timestamp: [Math.floor(Date.now() / 1000) - 60, 123_456_789],
      severityNumber: SeverityNumber.ERROR,
      body: "There is no such order.",
      context: trace.setSpanContext(ROOT_CONTEXT, TRACE),
      exception,
      attributes: {
        "log.record.uid": uid,
        "gen_ai.tool.name": "refund",
        "gen_ai.tool.call.id": "call_7",
        "gen_ai.tool.call.arguments": { order: { id: 17 }, tags: ["a", null, 1.5] },
        "gen_ai.conversation.id": "run_1",
        "gen_ai.input.messages": "what the user said",
        "error.type": "RangeError",
        "tool_error.reference": reference,
        "tool_error.code": "no_such_order",
        "tool_error.class": "not_found",
        "tool_error.user_message": "Please look again.",
        "tool_error.field": "order.id",
        "tool_error.received": { id: 17 },
        "tool_error.permitted": [18, "any"],
        "tool_error.precondition": "the order exists",
        "tool_error.hint": "List the orders first.",
        "tool_error.retryable": true,
        "tool_error.retry_after": 1.5,
        "tool_error.effect": "absent",
        "tool_error.idempotency_key": "key-1",
        "tool_error.attempt": 2,
        "tool_error.turn": 0,
        "tool_error.tenant": "acme",
        "tool_error.arguments_hash": "hash-1",
        "tool_error.attributes": { region: "eu", deep: [{ a: true }] },
      },
    });
    await close();

    const [event, ...others] = await eventsOf(reference);
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      ...{ event_id: uid, tool: "refund", code: "no_such_order", class: "not_found", effect: "absent" },
      ...{ retryable: true, idempotency_key: "key-1", arguments_hash: "hash-1", attempt: 2, turn: 0 },
      ...{ run_id: "run_1", call_id: "call_7", trace_id: TRACE.traceId, span_id: TRACE.spanId },
      ...{ tenant: "acme", environment: "production", service: "desk", release: "1.4.0", unmapped: false },
      occurred_at: expect.stringMatching(/\.123456\+00$/),
    });
    expect(JSON.parse(String(event?.body))).toEqual({
      message: "There is no such order.",
      user_message: "Please look again.",
      field: "order.id",
      received: { id: 17 },
      permitted: [18, "any"],
      precondition: "the order exists",
      hint: "List the orders first.",
      retry_after: 1.5,
      attributes: { region: "eu", deep: [{ a: true }] },
    });
    const frames = await framesOf(reference);
    expect(frames).toMatchObject([
      {
        ...{ event_id: uid, tool: "refund", language: "nodejs", exception_type: "RangeError" },
        ...{ tenant: "acme", environment: "production", service: "desk" },
        payload: { raw: exception.stack, arguments: { order: { id: 17 }, tags: ["a", null, 1.5] } },
      },
    ]);
    expect(frames[0]?.payload.marks).toEqual([]);
  });
});

test("docs/producers/opentelemetry.md", async () => {
  const blocks = blocksOf("opentelemetry.md");
  const setUp = openProducer({ ERRATA_URL: server.url, ERRATA_KEY: server.key });
  const printed = await setUp.run("bash", "-euo", "pipefail", "-c", `${textOf(blocks, "bash")}env`);
  setUp.close();
  const lines = printed.split("\n").filter((line) => line.startsWith("OTEL_"));
  const producer = openProducer(Object.fromEntries(lines.map((line) => line.split(/=(.*)/s, 2))));
  try {
    await producer.runTypescript(textOf(blocks, "ts"));
    const said = await sql`
      select tool, code, class, effect, service, release, environment, run_id, idempotency_key from events
      where service = 'support-agent' order by tool`;
    const common = { service: "support-agent", release: "1.4.0", environment: "production" };
    expect(said).toMatchObject([
      { ...common, tool: "list_tickets", code: "invalid_status", class: "validation", run_id: "run_1" },
      { ...common, tool: "refund_payment", code: "gateway_timeout", class: "transient", effect: "unknown" },
    ]);
    await expectRefund("refund-2026-11-0045", "nodejs", "TypeError");
    if (!hasPythonSdk) return console.warn("Python's OpenTelemetry is not here: its snippet is not run.");
    await producer.runPython(textOf(blocks, "python"));
    await expectRefund("refund-2026-11-0046", "python", "TimeoutError");
  } finally {
    producer.close();
  }
});

const hasPythonSdk =
  spawnSync("python3", ["-c", "import opentelemetry.exporter.otlp.proto.http._log_exporter"]).status === 0;

async function expectRefund(idempotency_key: string, language: string, exception_type: string) {
  const [event] = await sql`
    select reference, state from events join cases using (idempotency_key)
    where idempotency_key = ${idempotency_key}`;
  expect(event).toMatchObject({ state: "open" });
  const frames = await framesOf(String(event?.reference));
  expect(frames).toMatchObject([
    { language, exception_type, payload: { arguments: { order: "o_17", amount: 40 } } },
  ]);
  expect(JSON.stringify(frames[0]?.payload.raw)).toContain(exception_type);
}

async function metrics(): Promise<string> {
  const headers = { authorization: `Bearer ${server.key}` };
  return (await fetch(`${server.url}/metrics`, { headers })).text();
}

test("a stock exporter loses nothing over ten seconds without the database", async () => {
  const tool = `t_${randomBytes(6).toString("hex")}`;
  const sent: string[] = [];
  const { emit, close } = openExport("protobuf");
  const fail = () => {
    const reference = `err_${randomUUID()}`;
    sent.push(reference);
    const attributes = { "tool_error.reference": reference, "gen_ai.tool.name": tool };
    emit({ eventName: "tool_error", attributes, exception: new Error("no answer") });
  };
  const stored = async () =>
    (await sql<{ events: number }[]>`select count(*)::int as events from events where tool = ${tool}`)[0];
  fail();
  await expect.poll(stored, { timeout: 30_000 }).toEqual({ events: 1 });
  await takeAway(embedded, OUTAGE_MS, fail);
  fail();
  await close();

  expect(sent.length).toBeGreaterThan(20);
  const rows = await sql<{ reference: string }[]>`
    select e.reference from events e join frames f using (event_id) where e.tool = ${tool}`;
  expect(rows.map(({ reference }) => reference).sort()).toEqual(sent.sort());
  const measured = await metrics();
  expect(measured).toMatch(/seconds_count\{door="\/api\/otlp\/v1\/logs",method="POST",status="503"\} [1-9]/);
  expect(measured).not.toMatch(/door="\/api\/otlp\/v1\/logs",method="POST",status="(?!200|503)/);
});
