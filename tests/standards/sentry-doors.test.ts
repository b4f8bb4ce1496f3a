// over 250 lines because every way to speak to these doors, rightly and wrongly, shares one world.
import { randomUUID } from "node:crypto";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { GET as readFrames } from "@/app/api/v1/frames/[reference]/route";
import { GET as listQuarantine } from "@/app/api/v1/quarantine/route";
import { POST as postReplays } from "@/app/api/v1/replays/route";
import { PUT as putSettings } from "@/app/api/v1/settings/route";
import { POST as postEnvelope } from "@/app/sentry/api/[n]/envelope/route";
import { POST as postStore } from "@/app/sentry/api/[n]/store/route";
import { call, makeKey, openWorld, type World } from "../access/world";
import { dumpWords } from "../support/planted";
import { type CapturedRequest, capturedEvents, capturedRequests, envelopeOf, planted } from "./sentry-world";

/* What SDKs of Sentry send: kept as frames or in quarantine, never a failure of ours, and nothing more than is said. */

let world: World;
let key: string;
beforeAll(async () => {
  world = await openWorld();
  key = await makeKey(world, ["ingest"]);
});
afterAll(() => world.close());

type Sent = { headers?: Record<string, string>; query?: string; by?: string | null };

/** Sends to a door as an SDK does, by the key in its own header where nothing else is said. */
async function send(
  door: "envelope" | "store",
  body: string | Uint8Array,
  { headers = {}, query = "", by = key }: Sent = {},
) {
  const auth = `Sentry sentry_version=7, sentry_key=${by}, sentry_client=test/1`;
  const request = new Request(`http://localhost/sentry/api/1/${door}/${query}`, {
    method: "POST",
    headers: { ...(by !== null && { "x-sentry-auth": auth }), ...headers },
    body: Buffer.from(body),
  });
  const response = await (door === "envelope" ? postEnvelope : postStore)(request, {
    params: Promise.resolve({ n: "1" }),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
}

const sendEvent = (event: object, sent?: Sent) =>
  send("envelope", envelopeOf({}, [{ type: "event" }, event]), sent);

type Kept = Record<string, unknown> & {
  exceptions: { type: string; message: string; relation?: string; frames: { function: string }[] }[];
};

async function framesOf(reference: string): Promise<Kept[]> {
  const response = await call(readFrames, { key: world.bootstrapKey, params: { reference } });
  const { items = [], may_belong = [] } = (await response.json()) as { [list: string]: Kept[] };
  return [...items, ...may_belong];
}

async function quarantined(): Promise<Record<string, unknown>[]> {
  const response = await call(listQuarantine, { key: world.bootstrapKey, query: "?limit=200&state=open" });
  return ((await response.json()) as { items: Record<string, unknown>[] }).items;
}

const eventId = () => randomUUID().replaceAll("-", "");
const exception = {
  values: [{ type: "Timeout", value: "late", stacktrace: { frames: [{ function: "f" }] } }],
};
const event = (reference: string | undefined, more: object = {}) => ({
  ...{ event_id: eventId(), timestamp: Date.now() / 1000, platform: "python", exception },
  tags: reference === undefined ? {} : { reference, tool: "pay" },
  ...more,
});

describe("the key of a DSN", () => {
  it.each([
    ["the header of SDKs", () => ({})],
    ["the query", () => ({ by: null, query: `?sentry_version=7&sentry_key=${key}` })],
    ["Authorization: Sentry", () => ({ by: null, headers: { authorization: `Sentry sentry_key=${key}` } })],
    ["Authorization: Bearer", () => ({ by: null, headers: { authorization: `Bearer ${key}` } })],
  ])("comes by %s", async (_, sent) => {
    expect((await sendEvent(event("err_key"), sent())).status).toBe(200);
  });

  it.each([
    ["none", () => ({ by: null })],
    ["one that does not exist", () => ({ by: "erk_unknown" })],
    ["an empty one", () => ({ by: null, query: "?sentry_key=" })],
  ])("is asked for where there is %s", async (_, sent) => {
    const { status, body } = await sendEvent(event("err_key"), sent());
    expect([status, body.code]).toEqual([401, "unauthenticated"]);
    expect(body.hint).toContain("/sentry/1");
  });

  it("needs the scope ingest", async () => {
    const { status, body } = await sendEvent(event("err_key"), { by: await makeKey(world, ["read"]) });
    expect([status, body.code]).toEqual([403, "forbidden"]);
  });

  it("fits into a DSN as SDKs read it", () => {
    expect(`https://${key}@errata.example/sentry/1`).toMatch(/^https:\/\/\w+@[\w.-]+\/sentry\/\d+$/);
  });

  it("says in the header of SDKs how long to wait once its allowance is used up", async () => {
    const by = await makeKey(world, ["ingest"]);
    await world.database
      .sql`update keys set items_per_minute = 1 where hash = encode(sha256(${by}::bytea), 'hex')`;
    await sendEvent(event("err_limit"), { by });
    const { status, headers } = await sendEvent(event("err_limit"), { by });
    expect(status).toBe(429);
    expect(headers.get("x-sentry-rate-limits")).toBe(`${headers.get("retry-after")}::key`);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  });
});

describe("an event", () => {
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`name${at}`, `value${at}`]));

  it("keeps the first thousand of what an application added, and the reference wherever it stands", async () => {
    const tags = { ...many(2_000), reference: "err_many", tool: "pay" };
    const extra = { ...many(2_000), arguments: { order: 7 } };
    expect((await sendEvent(event(undefined, { tags, extra }))).status).toBe(200);
    const [kept] = await framesOf("err_many");
    expect(kept).toMatchObject({ tool: "pay", arguments: { order: 7 } });
    expect(kept?.context).toMatchObject({ tags: many(1_000), extra: many(1_000) });
    expect(Object.keys(Object(Reflect.get(Object(kept?.context), "extra")))).toHaveLength(1_000);
  });

  it("that holds tens of thousands of members is answered, and nothing of it kept but that it came", async () => {
    const sent = event("err_too_many", { extra: many(60_000) });
    const header = { event_id: sent.event_id };
    const { status, body } = await send("envelope", envelopeOf(header, [{ type: "event" }, sent]));
    expect([status, body]).toEqual([200, { id: sent.event_id }]);
    const row = (await quarantined()).find(({ reason }) => reason === "item_too_large");
    expect(row).toMatchObject({ door: "frames", reference: null });
    expect(await framesOf("err_too_many")).toEqual([]);
    const held = await world.database.sql`select payload from quarantine where reason = 'item_too_large'`;
    expect(JSON.stringify(held)).not.toContain("name5");
  });

  it("is answered by its id and kept under its reference with every field, once", async () => {
    const sent = event("err_fields", {
      timestamp: "2026-11-29T20:42:44.402478Z",
      tags: [
        ["reference", "err_fields"],
        ["tool", "pay"],
        ["tenant", "acme"],
        ["service", "shop"],
        ["run_id", "run_1"],
        ["x", "y"],
      ],
      environment: "staging",
      release: "shop@1.2.3",
      extra: { arguments: { order: 7 }, "sys.argv": ["cap.py"] },
      exception: {
        values: [
          {
            type: "KeyError",
            value: "'é漢'",
            module: "builtins",
            mechanism: { source: "__cause__", exception_id: 1, parent_id: 0 },
          },
          {
            type: "RuntimeError",
            value: "no",
            stacktrace: {
              frames: [
                { filename: "a.py", function: "old", lineno: 1, in_app: false },
                {
                  filename: "b.py",
                  abs_path: "/srv/b.py",
                  function: "new",
                  lineno: 9,
                  colno: 4,
                  in_app: true,
                  context_line: "  pay()",
                },
              ],
            },
            mechanism: { exception_id: 0 },
          },
        ],
      },
    });
    for (const again of [sent, sent]) {
      const { status, body } = await sendEvent(again);
      expect([status, body]).toEqual([200, { id: sent.event_id }]);
    }
    const kept = await framesOf("err_fields");
    expect(kept).toHaveLength(1);
    expect(kept[0]).toMatchObject({
      frames_id: sent.event_id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"),
      captured_at: "2026-11-29T20:42:44.402478Z",
      ...{ language: "python", tool: "pay", tenant: "acme", environment: "staging", service: "shop" },
      arguments: { order: 7 },
      context: { run_id: "run_1", release: "shop@1.2.3", tags: { x: "y" } },
      exceptions: [
        {
          ...{ type: "RuntimeError", message: "no" },
          frames: [
            { file: "b.py", function: "new", line: 9, column: 4, in_app: true, code: "  pay()" },
            { file: "a.py", function: "old", line: 1, in_app: false },
          ],
        },
        { type: "KeyError", message: "'é漢'", module: "builtins", relation: "cause", frames: [] },
      ],
    });
  });

  it("without a time counts once as well", async () => {
    const sent = event("err_timeless", { timestamp: undefined });
    await sendEvent(sent);
    await sendEvent(sent);
    expect(await framesOf("err_timeless")).toHaveLength(1);
  });

  it("without a reference is in quarantine, and kept once it is given one", async () => {
    const { status, body } = await sendEvent(event(undefined, { environment: "lost" }));
    expect([status, typeof body.id]).toEqual([200, "string"]);
    const lost = (await quarantined()).find(({ environment }) => environment === "lost");
    expect(lost).toMatchObject({
      door: "frames",
      reason: "reference_required",
      field: "reference",
      not_replayable: null,
    });
    const mapping = [{ op: "set", path: "reference", value: "err_found" }];
    const replay = await call(postReplays, {
      key: world.bootstrapKey,
      body: { choose: { ids: [lost?.quarantine_id] }, mapping, count: 1 },
    });
    expect(replay.status).toBeLessThan(300);
  });

  it.each([
    ["nothing to show", event("err_odd", { exception: undefined }), "frames_required"],
    ["a time long ago", event("err_odd", { timestamp: 1589322636 }), "captured_at_out_of_range"],
    ["a reference of two words", event("err_odd two"), "invalid_reference"],
  ])("with %s is answered, and in quarantine", async (_, sent, reason) => {
    expect((await sendEvent(sent)).status).toBe(200);
    const { frames_id } = (await quarantined())
      .map((row) => ({ ...row, ...JSON.parse(String(row.payload)) }))
      .find((row) => row.reason === reason) ?? { frames_id: "" };
    expect(frames_id.replaceAll("-", "")).toBe(sent.event_id);
  });

  it("that is no JSON is in quarantine without its content, beside its neighbours", async () => {
    const body = envelopeOf(
      {},
      [{ type: "event" }, '{"user": "never-kept'],
      [{ type: "event" }, event("err_beside")],
    );
    expect((await send("envelope", body)).status).toBe(200);
    expect(await framesOf("err_beside")).toHaveLength(1);
    expect((await quarantined()).map(({ reason }) => reason)).toContain("item_not_json");
    expect(await dumpWords(world.database)).not.toContain("never-kept");
  });

  it("of a broken envelope is kept, and the rest told", async () => {
    const body = `${envelopeOf({ event_id: eventId() }, [{ type: "event" }, event("err_cut")])}\nnot an item\n{"never-cut`;
    expect((await send("envelope", body)).status).toBe(200);
    expect(await framesOf("err_cut")).toHaveLength(1);
    expect((await quarantined()).map(({ payload }) => payload)).toContainEqual(
      expect.stringContaining('"envelope"'),
    );
    expect(await dumpWords(world.database)).not.toContain("never-cut");
  });

  it("with characters that PostgreSQL refuses is kept, and says so", async () => {
    const bad = JSON.stringify(event("err_nul", { extra: { a: "MARK" } })).replace(
      "MARK",
      "a\\u0000b\\ud800",
    );
    expect((await send("store", bad)).status).toBe(200);
    expect((await framesOf("err_nul"))[0]).toMatchObject({
      marks: ["sanitized"],
      context: { extra: { a: "a\u{FFFD}b\u{FFFD}" } },
    });
  });
});

describe("an envelope", () => {
  it("of what is no event is answered, and nothing of it kept", async () => {
    const types = [
      "session",
      "sessions",
      "client_report",
      "transaction",
      "profile",
      "replay_event",
      "check_in",
    ];
    for (const type of [...types, "attachment", "unheard_of"]) {
      const body = envelopeOf({ event_id: eventId() }, [{ type }, { user: "never-skipped" }]);
      const { status, body: answer } = await send("envelope", body);
      expect([status, typeof answer.id]).toEqual([200, "string"]);
    }
    expect(await dumpWords(world.database)).not.toContain("never-skipped");
  });

  it("without anything is answered by no id", async () => {
    expect((await send("envelope", "{}")).body).toEqual({});
  });

  it.each([
    ["no JSON", "what"],
    ["empty", ""],
    ["a list", "[]\n"],
  ])("that is %s is refused", async (_, body) => {
    expect(await send("envelope", body)).toMatchObject({ status: 400, body: { class: "validation" } });
  });

  it("of too many items is refused", async () => {
    const body = `{}\n${'{"type":"session"}\n{}\n'.repeat(5_001)}`;
    expect(await send("envelope", body)).toMatchObject({ status: 413, body: { code: "too_many_items" } });
  });

  it.each([
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
  ])("comes compressed by %s", async (encoding, compress) => {
    const body = compress(envelopeOf({}, [{ type: "event" }, event(`err_${encoding}`)]));
    expect((await send("envelope", body, { headers: { "content-encoding": encoding } })).status).toBe(200);
    expect(await framesOf(`err_${encoding}`)).toHaveLength(1);
  });
});

describe("the store of old SDKs", () => {
  const json = (reference: string) => Buffer.from(JSON.stringify(event(reference)));
  it.each([
    ["as it is", (body: Buffer) => body],
    ["by zlib, unsaid", deflateSync],
    ["by gzip, unsaid", gzipSync],
    ["by zlib in base64, unsaid", (body: Buffer) => Buffer.from(deflateSync(body).toString("base64"))],
    ["in base64, unsaid", (body: Buffer) => Buffer.from(body.toString("base64"))],
  ])("takes an event %s", async (name, compress) => {
    const reference = `err_${name.replace(/\W+/g, "_")}`;
    const { status, body } = await send("store", compress(json(reference)), {
      headers: { "content-type": "application/octet-stream" },
    });
    expect([status, typeof body.id]).toEqual([200, "string"]);
    expect(await framesOf(reference)).toHaveLength(1);
  });

  it.each([
    ["nothing", "", 400],
    ["no JSON", "what is this?", 400],
    ["base64 of nothing", "AAAA", 400],
    ["zlib that ends too early", deflateSync(Buffer.alloc(9_000, 65)).subarray(0, 12), 400],
    ["more than is taken once it is inflated", deflateSync(Buffer.alloc(21 * 1024 * 1024)), 413],
  ])("refuses %s", async (_, body, status) => {
    expect((await send("store", body)).status).toBe(status);
  });
});

describe("what an installation keeps of Sentry's events", () => {
  const putKeeps = (sentry_keeps: unknown) =>
    call(putSettings, { method: "PUT", key: world.bootstrapKey, body: { sentry_keeps } });
  afterEach(() => putKeeps([]));

  it("is nothing of the user, unless it says so", async () => {
    const user = { id: "user-7" };
    await sendEvent(event("err_unkept", { user }));
    expect((await putKeeps(["user"])).status).toBe(200);
    await sendEvent(event("err_kept", { user, request: { url: "/x" } }));
    expect((await framesOf("err_unkept"))[0]?.context).toBeNull();
    expect((await framesOf("err_kept"))[0]?.context).toEqual({ user });
  });

  it("is named by what it is", async () => {
    expect((await putKeeps(["everything"])).status).toBe(422);
    expect((await putKeeps(["user", "user"])).status).toBe(422);
  });
});

const there = { skip: capturedEvents.length === 0 || capturedRequests.length === 0 };

describe("what was captured of SDKs (skipped where ../shared/data is absent)", there, () => {
  const MARK = "dropped-7c1f9a";

  it.each(capturedEvents)("$name is accepted or quarantined as it is", async ({ event: sent }) => {
    const marked = planted(sent, MARK) as object;
    expect((await sendEvent(marked)).status).toBe(200);
    expect((await send("store", JSON.stringify(marked))).status).toBe(200);
  });

  it.each(capturedEvents)(
    "$name is kept once it has a reference and is of today",
    async ({ name, event: sent }) => {
      const tags = { reference: `err_${name}` };
      const marked = planted({ ...sent, event_id: eventId(), timestamp: Date.now() / 1000, tags }, MARK);
      expect((await sendEvent(marked as object)).status).toBe(200);
      const [kept] = await framesOf(`err_${name}`);
      expect(kept?.exceptions).not.toEqual([]);
    },
  );

  it.each(capturedRequests)(
    "$name is taken as it was sent",
    async ({ path, headers, body }: CapturedRequest) => {
      const door = path.includes("/store/") ? "store" : "envelope";
      const encoding = headers["Content-Encoding"];
      const sent = encoding === "gzip" ? gzipSync(body) : body;
      const by = { by: null, headers: { ...(encoding && { "content-encoding": encoding }) } };
      const auth = headers["X-Sentry-Auth"]?.replace(/sentry_key=\w+/, `sentry_key=${key}`);
      const query = path.replace(/^[^?]*/, "").replace(/sentry_key=\w+/, `sentry_key=${key}`);
      const { status } = await send(
        door,
        sent,
        auth ? { by: null, headers: { ...by.headers, "x-sentry-auth": auth } } : { ...by, query },
      );
      expect(status).toBe(200);
    },
  );

  it("has its exceptions outermost first and its frames newest first", async () => {
    const chains = (await framesOf("err_7c1f9a")).map(({ language, exceptions, arguments: sent }) => ({
      ...{ language, sent, messages: exceptions.map(({ message }) => message) },
      newest: exceptions[1]?.frames[0]?.function,
    }));
    const node = { messages: ["update_ticket failed", "duplicate key value: é漢字 😀"], newest: "inner" };
    const python = { messages: ["update_ticket failed", "'número 漢字'"], newest: "set_status" };
    const sent = { status: "OPEN" };
    expect(chains).toHaveLength(3);
    for (const one of chains) {
      const told = one.language === "python" ? python : { language: "javascript", ...node };
      expect(one).toEqual({ language: "python", sent, ...told });
    }
  });

  it("has the members of a group as such", async () => {
    const [kept] = await framesOf("err_agg");
    expect(kept?.exceptions).toMatchObject([
      { type: "AggregateError" },
      { type: "TypeError", relation: "group" },
      { type: "RangeError", relation: "group" },
    ]);
  });

  it("is nowhere in the database where it is to be dropped", async () => {
    const words = await dumpWords(world.database);
    expect(words).toContain("duplicate key value");
    for (const dropped of [MARK, 'cap2.py"]', "jsonschema-specifications", "sk_live_x"])
      expect(words).not.toContain(dropped);
  });
});

it("answers whatever comes by its contract, and never by a failure of ours", async () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "{}",
      "\n",
      "\r\n",
      '{"type":"event"}',
      '{"type":"event","length":5}',
      '{"type":"event","length":1e9}',
      "[]",
      "null",
    ),
    fc.json({ maxDepth: 3 }),
    fc.string({ unit: "binary" }),
  );
  const text = fc.array(piece, { maxLength: 8 }).map((pieces) => Buffer.from(pieces.join("\n")));
  const bytes = fc.oneof(
    text,
    fc.uint8Array({ maxLength: 64 }).map((sent) => Buffer.from(sent)),
    text.map((sent) => deflateSync(sent)),
  );
  const door = fc.constantFrom("envelope" as const, "store" as const);
  const encoding = fc.constantFrom(
    {},
    { "content-encoding": "gzip" },
    { "content-encoding": "zstd" },
    { "content-type": "text/plain" },
  );
  await fc.assert(
    fc.asyncProperty(door, bytes, encoding, async (at, body, headers) => {
      expect([200, 400, 413, 415]).toContain(
        (await send(at, body, { headers: headers as Record<string, string> })).status,
      );
    }),
    { numRuns: 150, seed: 4 },
  );
});
