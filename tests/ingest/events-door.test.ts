import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POST as postEvents } from "@/app/api/v1/events/route";
import { SYSTEM_CALLER } from "@/domain/permissions";
import { DEFAULT_SETTINGS } from "@/domain/settings";
import { createContext, type Runtime } from "@/lib/services/context";
import { createKey } from "@/lib/services/keys/create-key";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { openTestRuntime } from "../support/runtime";

let database: TestDatabase;
let rt: Runtime;
let key: string;

beforeAll(async () => {
  database = await createTestDatabase();
  rt = openTestRuntime(database);
  const input = { name: "ingest", source: "door", scopes: ["ingest" as const], expires_at: null };
  const pins = { tenant: null, environment: null, service: null };
  ({ key } = await createKey(createContext(rt, SYSTEM_CALLER, DEFAULT_SETTINGS), { ...input, ...pins }));
});
afterAll(async () => {
  await rt.close();
  await database.drop();
});

type Sent = { body?: BodyInit | null; headers?: Record<string, string>; query?: string };

async function post({ body, headers, query = "" }: Sent) {
  const request = new Request(`http://localhost/api/v1/events${query}`, {
    method: "POST",
    // A string would be sent as text/plain.
    body: typeof body === "string" ? new TextEncoder().encode(body) : (body ?? null),
    headers: { authorization: `Bearer ${key}`, ...headers },
    ...(body instanceof ReadableStream ? { duplex: "half" } : {}),
  } as RequestInit);
  const response = await postEvents(request);
  const answer = (await response.json()) as Record<string, unknown>;
  return { status: response.status, retry_after: response.headers.get("retry-after"), answer };
}

let serial = 0;
function event(parts: Record<string, unknown> = {}) {
  serial += 1;
  return { reference: `err_door${serial}`, tool: "lookup", code: "gone", class: "not_found", ...parts };
}
const json = (value: unknown) => Buffer.from(JSON.stringify(value));

describe("the events door", () => {
  it("answers a report that is stored in several transactions item by item, in its order", async () => {
    const identity = () => ({ event_id: crypto.randomUUID(), occurred_at: new Date().toISOString() });
    const [first, second] = [event(identity()), event(identity())];
    const items: unknown[] = Array.from({ length: 2_500 }, () => event());
    items[3] = first;
    items[7] = second;
    items[1_200] = { tool: "without a reference" };
    items[1_500] = first;
    items[2_499] = { ...second, message: "another" };
    const { status, answer } = await post({ body: json(items) });
    const { results, ...counts } = answer as { results: { index: number; status: string }[] };
    expect([status, counts]).toEqual([207, { accepted: 2_497, duplicate: 1, conflict: 1, rejected: 1 }]);
    expect(results.map(({ index }) => index)).toEqual(items.map((_, index) => index));
    expect(
      results.flatMap((result) => (result.status === "accepted" ? [] : [[result.index, result.status]])),
    ).toEqual([
      [1_200, "rejected"],
      [1_500, "duplicate"],
      [2_499, "conflict"],
    ]);
  });

  it("takes one, an array, an object and lines", async () => {
    const lines = { "content-type": "application/x-ndjson" };
    const one = await post({ body: json(event()) });
    const list = await post({ body: json([event(), event()]) });
    const object = await post({ body: json({ events: [event(), event()] }) });
    const ndjson = await post({
      body: `\uFEFF${JSON.stringify(event())}\n\n${JSON.stringify(event())}\n`,
      headers: lines,
    });
    expect([one, list, object, ndjson].map(({ status, answer }) => [status, answer.accepted])).toEqual([
      [200, 1],
      [200, 2],
      [200, 2],
      [200, 2],
    ]);
  });

  it.each([
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
  ])("takes %s", async (encoding, compress) => {
    const sent = await post({
      body: new Uint8Array(compress(json(event()))),
      headers: { "content-encoding": encoding },
    });
    expect(sent).toMatchObject({ status: 200, answer: { accepted: 1 } });
  });

  it("answers 207 when some and 422 when all are rejected; the counts sum to the items", async () => {
    const some = await post({ body: json([event(), event({ tool: null })]), query: "?results=rejected" });
    expect(some).toMatchObject({
      status: 207,
      answer: { accepted: 1, rejected: 1, results: [{ index: 1 }] },
    });
    expect(await post({ body: json(event({ tool: "" })) })).toMatchObject({
      status: 422,
      answer: { rejected: 1 },
    });
  });

  it("rejects a line that is not JSON and stores its neighbours", async () => {
    const body = `${JSON.stringify(event())}\n{"reference": "err_cut", "effect": "unkn`;
    const sent = await post({ body, headers: { "content-type": "application/x-ndjson" } });
    expect(sent).toMatchObject({ status: 207, answer: { accepted: 1, rejected: 1 } });
    expect(sent.answer.results).toMatchObject([{}, { error: { code: "item_not_json" } }]);
  });

  it("replaces NUL and lone surrogates and marks the event, and only that one", async () => {
    const [bad, good] = [event(), event()];
    const body = `[{"reference":"${bad.reference}","tool":"lookup","message":"a\\u0000b\\ud800c"},${JSON.stringify(good)}]`;
    expect(await post({ body })).toMatchObject({ status: 200, answer: { accepted: 2 } });
    const rows = await database.sql`
      select marks, body::json->>'message' as message from events
      where reference in (${String(bad.reference)}, ${String(good.reference)}) order by reference = ${String(good.reference)}`;
    expect(rows).toMatchObject([{ marks: ["sanitized"], message: "a\uFFFDb\uFFFDc" }, { marks: [] }]);
  });

  it("keeps integers beyond 2^53 digit for digit", async () => {
    const { reference } = event();
    await post({
      body: `{"reference":"${reference}","tool":"t","received":9007199254740993,"attributes":{"n":1e400}}`,
    });
    const [row] = await database.sql`select body from events where reference = ${reference}`;
    expect(row?.body).toContain("9007199254740993");
    expect(row?.body).toContain("1e400");
  });

  it.each<[string, number, string, Sent]>([
    ["an empty body", 400, "body_empty", { body: "" }],
    ["no body", 400, "body_empty", {}],
    ["a body cut short", 400, "body_not_json", { body: '{"reference": "err' }],
    [
      "another content type",
      415,
      "content_type_not_supported",
      { body: "x", headers: { "content-type": "text/xml" } },
    ],
    [
      "another encoding",
      415,
      "content_encoding_not_supported",
      { body: "x", headers: { "content-encoding": "zstd" } },
    ],
    ["gzip that is none", 400, "body_not_decodable", { body: "x", headers: { "content-encoding": "gzip" } }],
    ["too many items", 413, "too_many_items", { body: json(Array.from({ length: 5_001 }, () => 1)) }],
    [
      "a gzip bomb",
      413,
      "body_too_large",
      {
        body: new Uint8Array(gzipSync(Buffer.alloc(30 * 1024 * 1024, 32))),
        headers: { "content-encoding": "gzip" },
      },
    ],
  ])("answers %s with %i %s", async (_, status, code, sent) => {
    const { status: answered, answer } = await post(sent);
    expect([answered, answer.code]).toEqual([status, code]);
    expect(answer).toMatchObject({
      class: "validation",
      retryable: false,
      reference: expect.stringMatching(/^err_/),
    });
  });

  const names = Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`name${at}`, at]));

  it("refuses an item of tens of thousands of members unread, keeps its beginning and its doubt, and takes the others", async () => {
    const large = { ...event({ effect: "unknown" }), ...names };
    for (const [body, headers] of [
      [json([event(), large, event()]), {}],
      [
        [event(), large, event()].map((one) => JSON.stringify(one)).join("\n"),
        { "content-type": "application/x-ndjson" },
      ],
    ] as const) {
      const { status, answer } = await post({ body, headers });
      expect(status).toBe(207);
      expect(answer).toMatchObject({ accepted: 2, rejected: 1 });
      expect((answer.results as unknown[])[1]).toMatchObject({
        ...{ index: 1, status: "rejected", case_id: expect.any(String) },
        error: { code: "item_too_large", message: expect.stringContaining("50000 members") },
      });
    }
    const alone = await post({ body: json({ ...event(), ...names }) });
    expect([alone.status, alone.answer.rejected]).toEqual([422, 1]);
    const kept = await database.sql`
      select payload like '{"reference":"err_door%"name5"%' as is_beginning, cut from quarantine
      where reason = 'item_too_large' order by quarantine_id`;
    expect(kept).toEqual([
      { is_beginning: true, cut: true },
      { is_beginning: true, cut: true },
    ]);
  });

  it.each([
    ["beside its items", () => ({ events: [event()], ...names })],
    ["in a list that cannot be cut into its items", () => ({ "a\\b": 1, events: [event(names)] })],
  ])("answers 413 where a body holds as many %s", async (_, body) => {
    const { status, answer } = await post({ body: json(body()) });
    expect([status, answer.code]).toEqual([413, "body_too_large"]);
  });

  it("takes a chunked body without a length and JSON nested ten thousand deep", async () => {
    const text = `{"reference":"err_deep${Date.now()}","tool":"t","extra":${"[".repeat(10_000)}${"]".repeat(10_000)}}`;
    const chunks = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < text.length; at += 1000)
          controller.enqueue(new TextEncoder().encode(text.slice(at, at + 1000)));
        controller.close();
      },
    });
    expect(await post({ body: chunks })).toMatchObject({ status: 200, answer: { accepted: 1 } });
  });

  it("says to come again while the disk is full, stores nothing, and takes the same once there is room", async () => {
    await database.sql`create function no_room() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`;
    await database.sql`create trigger no_room before insert on events for each statement execute function no_room()`;
    const body = json([event(), event({ effect: "unknown" })]);
    const full = await post({ body });
    await database.sql`drop trigger no_room on events`;
    expect([full.status, full.answer.code, full.answer.retryable]).toEqual([
      503,
      "database_unavailable",
      true,
    ]);
    expect(full.retry_after).toBe("2");
    expect(await post({ body })).toMatchObject({ status: 200, answer: { accepted: 2, duplicate: 0 } });
  });

  it("answers 401 without a key and with a bad one", async () => {
    for (const authorization of ["", "Bearer nonsense", "Basic abc"])
      expect((await post({ body: json(event()), headers: { authorization } })).status).toBe(401);
  });
});
