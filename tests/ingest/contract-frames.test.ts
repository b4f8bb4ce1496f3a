// over 250 lines because it is a table of the contract's sentences about frames, each with its cases.
import { randomUUID } from "node:crypto";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POST as postEvents } from "@/app/api/v1/events/route";
import { GET as getFrames, PUT as putFrames } from "@/app/api/v1/frames/[reference]/route";
import { POST as postFrames } from "@/app/api/v1/frames/route";
import type { FramesAnswer, FramesRecord } from "@/lib/contract/frames-read";
import { call, makeKey, makePerson, openWorld, type World } from "../access/world";

let world: World;
let engineer: string;
let acme: string;
beforeAll(async () => {
  world = await openWorld();
  engineer = (await makePerson(world, { roles: ["engineer"] })).cookie;
  acme = (await makePerson(world, { roles: ["engineer"], tenants: ["acme"] })).cookie;
});
afterAll(() => world.close());

const HOUR = 3_600_000;
const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString();
let serial = 0;
const nextReference = () => {
  serial += 1;
  return `err_frames${serial}`;
};
type Json = Record<string, unknown>;
const record = (parts: Json = {}): Json => ({ reference: nextReference(), raw: "Error: boom", ...parts });

type Counts = { accepted: number; duplicate: number; conflict: number; rejected: number };
type Answer = Counts & {
  code?: string;
  results: { index: number; status: string; frames_id?: string; reference?: string; error?: Json }[];
};

async function send(
  body: string | Uint8Array,
  headers: Record<string, string> = {},
  key = world.bootstrapKey,
): Promise<{ status: number; answer: Answer }> {
  const request = new Request("http://localhost/api/v1/frames", {
    method: "POST",
    body: typeof body === "string" ? Buffer.from(body) : new Uint8Array(body),
    headers: { authorization: `Bearer ${key}`, ...headers },
  });
  const response = await postFrames(request);
  return { status: response.status, answer: await response.json() };
}
const post = (items: unknown, key?: string) => send(JSON.stringify(items), {}, key);
async function put(reference: string, body: Json): Promise<{ status: number; answer: Answer }> {
  const by = { method: "PUT", key: world.bootstrapKey, params: { reference } };
  const response = await call(putFrames, { ...by, body });
  return { status: response.status, answer: await response.json() };
}
async function read(reference: string, cookie = engineer, query = ""): Promise<FramesAnswer | number> {
  const response = await call(getFrames, { cookie, params: { reference }, query });
  return response.status === 200 ? ((await response.json()) as FramesAnswer) : response.status;
}
/** All records of a reference, wherever they belong. */
async function recordsOf(reference: string, cookie = engineer): Promise<FramesRecord[]> {
  const answer = await read(reference, cookie);
  return typeof answer === "number" ? [] : [...answer.items, ...answer.may_belong];
}
/** Sends one record; it as it is read. */
async function storedOf(parts: Json): Promise<FramesRecord | undefined> {
  const sent = record(parts);
  const { status, answer } = await post(sent);
  expect([status, answer.results[0]?.error]).toEqual([200, undefined]);
  return (await recordsOf(String(sent.reference)))[0];
}
const counts = ({ accepted, duplicate, conflict, rejected }: Counts) => [
  ...[accepted, duplicate, conflict, rejected],
];
const raws = (records: readonly FramesRecord[]) => records.map(({ raw }) => raw).sort();

describe("one, an array or `frames`, or one by its reference", () => {
  it.each([
    ["one", (items: Json[]) => items[0], 1],
    ["an array", (items: Json[]) => items, 2],
    ["frames", (items: Json[]) => ({ frames: items }), 2],
  ])("takes %s", async (_, bodyOf, accepted) => {
    const { status, answer } = await post(bodyOf([record(), record()]));
    expect([status, counts(answer)]).toEqual([200, [accepted, 0, 0, 0]]);
  });

  it("takes lines of NDJSON, of which each stands for itself", async () => {
    const lines = [JSON.stringify(record()), "{not json", JSON.stringify(record())].join("\n");
    const { status, answer } = await send(lines, { "content-type": "application/x-ndjson" });
    expect([status, counts(answer)]).toEqual([207, [2, 0, 0, 1]]);
    expect(answer.results[1]).toMatchObject({ index: 1, status: "rejected" });
  });

  it.each(["a/b", "a#b", "100%", "a?b=c", "a+b", "é:ß", "%2F"])(
    "puts %s under that very name",
    async (name) => {
      const reference = `${name}${nextReference()}`;
      expect((await put(reference, { raw: "Error: x" })).answer.results[0]).toMatchObject({ reference });
      expect(raws(await recordsOf(reference))).toEqual(["Error: x"]);
    },
  );

  it.each([
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
  ])("reads %s, with the limit behind it", async (encoding, compress) => {
    const sent = record({ language: encoding });
    const headers = { "content-encoding": encoding };
    expect((await send(compress(JSON.stringify(sent)), headers)).answer.accepted).toBe(1);
    const bomb = compress(JSON.stringify(record({ raw: "x".repeat(21 * 1024 * 1024) })));
    expect(bomb.length).toBeLessThan(200_000);
    expect(await send(bomb, headers)).toMatchObject({ status: 413, answer: { code: "body_too_large" } });
  });

  it.each([
    ["nothing", "", 400],
    ["half of it", '{"reference":"x","raw"', 400],
    ["a list of what is none", '[1,null,"x",[]]', 422],
  ])("refuses %s", async (_, body, status) => {
    expect((await send(body)).status).toBe(status);
  });
});

describe("identity", () => {
  it("the same content again is a duplicate, in any order of its members", async () => {
    const sent = record({ arguments: { a: 1, b: { c: 2, d: 3 } }, context: { e: 4, f: 5 } });
    const turned = {
      ...{ context: { f: 5, e: 4 }, arguments: { b: { d: 3, c: 2 }, a: 1 } },
      ...{ raw: sent.raw, reference: sent.reference },
    };
    expect(counts((await post([sent, turned])).answer)).toEqual([1, 1, 0, 0]);
    expect(counts((await post(turned)).answer)).toEqual([0, 1, 0, 0]);
    expect(await recordsOf(String(sent.reference))).toHaveLength(1);
  });

  it.each([
    ["raw", { raw: "Error: other" }],
    ["language", { language: "python" }],
    ["tool", { tool: "pay" }],
    ["tenant", { tenant: "acme" }],
    ["arguments", { arguments: { a: 1 } }],
    ["exceptions", { exceptions: [{ type: "Error" }] }],
    ["event_id", { event_id: randomUUID() }],
    ["captured_at", { captured_at: fromNow(-HOUR) }],
  ])("another %s is another record, and replaces nothing", async (_, other) => {
    const sent = record();
    const { answer } = await post([sent, { ...sent, ...other }]);
    expect(counts(answer)).toEqual([2, 0, 0, 0]);
    expect(new Set(answer.results.map(({ frames_id }) => frames_id)).size).toBe(2);
    expect(await recordsOf(String(sent.reference))).toHaveLength(2);
  });

  it("the same frames_id and time with other content is a conflict: the first stays, the other is in quarantine", async () => {
    const sent = record({ frames_id: randomUUID().toUpperCase(), captured_at: fromNow(-HOUR) });
    const other = { ...sent, raw: "Error: other" };
    expect(counts((await post([sent, sent, other])).answer)).toEqual([1, 1, 1, 0]);
    const [kept] = await recordsOf(String(sent.reference));
    expect(kept).toMatchObject({ raw: sent.raw, frames_id: String(sent.frames_id).toLowerCase() });
    const refused = await world.database
      .sql`select reason, payload from quarantine where reference = ${String(sent.reference)}`;
    expect(refused).toMatchObject([{ reason: "conflict", payload: expect.stringContaining("other") }]);
  });

  it("two sources may say the same: each is a record", async () => {
    const sent = record();
    const key = await makeKey(world, ["ingest"]);
    expect([(await post(sent)).answer.accepted, (await post(sent, key)).answer.accepted]).toEqual([1, 1]);
  });

  it("the same at the same instant is stored once", async () => {
    const sent = record();
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(sent)));
    const sum = answers
      .map(({ answer }) => counts(answer))
      .reduce((a, b) => a.map((n, i) => n + (b[i] ?? 0)));
    expect(sum).toEqual([1, 7, 0, 0]);
  });
});

describe("records and their event", () => {
  const event = (reference: string, parts: Json = {}) => ({
    ...{ reference, tool: "pay", code: "gone", tenant: "acme" },
    ...{ event_id: randomUUID(), occurred_at: fromNow(-2 * HOUR), ...parts },
  });
  const report = async (...events: Json[]) => {
    const response = await call(postEvents, { key: world.bootstrapKey, body: events });
    expect(await response.json()).toMatchObject({ accepted: events.length });
  };
  const of = async (reference: string, event_id: unknown, cookie = engineer) => {
    const answer = await read(reference, cookie, `?event_id=${event_id}`);
    return typeof answer === "number" ? answer : [raws(answer.items), raws(answer.may_belong)];
  };

  it.each(["before", "after"])(
    "come %s it, several, and belong by event_id whatever else differs",
    async (when) => {
      const reference = nextReference();
      const sent = event(reference);
      const { event_id } = sent;
      if (when === "after") await report(sent);
      await post([
        record({ reference, event_id, raw: "a", tool: "other" }),
        record({ reference, event_id: event_id.toUpperCase(), raw: "b", captured_at: fromNow(-72 * HOUR) }),
      ]);
      if (when === "before") await report(sent);
      expect(await of(reference, event_id)).toEqual([["a", "b"], []]);
    },
  );

  it.each([
    ["tenant", { tenant: "acme" }, true],
    ["tenant and tool", { tenant: "acme", tool: "pay" }, true],
    ["tenant, 23 hours off", { tenant: "acme", captured_at: fromNow(-25 * HOUR) }, true],
    ["tenant, 25 hours off", { tenant: "acme", captured_at: fromNow(-27 * HOUR) }, false],
    ["tenant, but of another tool", { tenant: "acme", tool: "mail" }, false],
    ["nothing", {}, false],
  ])("belong by reference and %s", async (_, parts, belongs) => {
    const reference = nextReference();
    const sent = event(reference);
    await report(sent);
    await post(record({ reference, captured_at: fromNow(-2 * HOUR), ...parts }));
    expect(await of(reference, sent.event_id)).toEqual(
      belongs ? [["Error: boom"], []] : [[], ["Error: boom"]],
    );
  });

  it("of a tenant that no event has are a failure of their own, and only who may see that tenant is told", async () => {
    const reference = nextReference();
    const sent = event(reference);
    await report(sent);
    await post([
      record({ reference, raw: "theirs", tenant: "globex" }),
      record({ reference, raw: "nobody's" }),
      record({ reference, raw: "ours", tenant: "acme" }),
    ]);
    expect(await of(reference, sent.event_id)).toEqual([["ours"], ["nobody's"]]);
    expect(raws(await recordsOf(reference))).toEqual(["nobody's", "ours", "theirs"]);
    expect(raws(await recordsOf(reference, acme))).toEqual(["ours"]);
  });

  it("without one are found by their reference, by those who may see their tenant", async () => {
    const theirs = record({ tenant: "globex" });
    await post(theirs);
    expect(raws(await recordsOf(String(theirs.reference)))).toEqual(["Error: boom"]);
    expect(await read(String(theirs.reference), acme)).toBe(404);
  });
});

describe("what is kept", () => {
  it("raw alone is enough: kept as sent, and type, message and frames are read from it", async () => {
    const raw =
      'Traceback (most recent call last):\n  File "app/pay.py", line 7, in charge\n    go()\nTimeout: x';
    const stored = await storedOf({ raw });
    expect(stored).toMatchObject({ raw, exception_type: "Timeout", top_frame: "charge (app/pay.py)" });
    expect(stored?.exceptions).toMatchObject([
      { type: "Timeout", message: "x", frames: [{ file: "app/pay.py", line: 7, function: "charge" }] },
    ]);
  });

  it("a text that is no trace is kept, and read as none", async () => {
    const stored = await storedOf({ raw: "it went wrong, somehow" });
    expect(stored).toMatchObject({ raw: "it went wrong, somehow", exceptions: [], exception_type: null });
  });

  it("exceptions outermost first and frames newest first, as sent, with raw beside", async () => {
    const exceptions = [
      { type: "Outer", message: "o", frames: [{ file: "b.py", line: 2, column: 5, in_app: true }, {}] },
      { type: "Inner", module: "m", relation: "cause", frames: [{ function: "f", code: "f()" }] },
    ];
    const stored = await storedOf({ exceptions, raw: "Other: text" });
    expect(stored?.exceptions).toMatchObject(exceptions);
    expect(stored).toMatchObject({ exception_type: "Outer", raw: "Other: text" });
  });

  it("members that nobody knows are ignored", async () => {
    const sent = record();
    const more = { ...sent, surprise: { a: 1 }, exceptions: undefined };
    expect(counts((await post([sent, more])).answer)).toEqual([1, 1, 0, 0]);
    const known = await storedOf({
      exceptions: [{ type: "E", surprise: 1, frames: [{ line: 1, extra: 2 }] }],
    });
    expect(known?.exceptions).toMatchObject([{ type: "E", frames: [{ line: 1 }] }]);
  });

  it("arguments and context as they were, with names like `__proto__` and numbers beyond 2^53", async () => {
    const reference = nextReference();
    const value = `{"n":9007199254740993,"f":1e400,"__proto__":{"a":1},"constructor":"c","deep":${"[".repeat(25)}1${"]".repeat(25)}}`;
    const { answer } = await send(
      `{"reference":"${reference}","raw":"E: x","arguments":${value},"context":${value}}`,
    );
    expect(answer.accepted).toBe(1);
    const response = await call(getFrames, { cookie: engineer, params: { reference } });
    const text = await response.text();
    expect(text.match(/9007199254740993/g)).toHaveLength(2);
    expect(text.match(/"__proto__":\{"a":1\}/g)).toHaveLength(2);
  });

  it.each([
    ["\\u0000", "\u{FFFD}", ["sanitized"]],
    ["\\ud800", "\u{FFFD}", ["sanitized"]],
    ["\\u001b[31mred\\u001b[0m", "\u001b[31mred\u001b[0m", []],
    ["\\u202Egpj.exe", "\u202Egpj.exe", []],
    ["<script>alert(1)</script>", "<script>alert(1)</script>", []],
  ])("%s in every text", async (sent, kept, marks) => {
    const reference = nextReference();
    const frame = `{"file":"${sent}","function":"${sent}","code":"${sent}"}`;
    const { answer } =
      await send(`{"reference":"${reference}","raw":"${sent}","language":"${sent}","tool":"a${sent}",
      "exceptions":[{"type":"${sent}","message":"${sent}","module":"${sent}","frames":[${frame}]}],
      "arguments":{"${sent}":"${sent}"},"context":{"a":["${sent}"]}}`);
    expect(answer.accepted).toBe(1);
    const [stored] = await recordsOf(reference);
    expect(stored).toMatchObject({ raw: kept, language: kept, tool: `a${kept}`, marks });
    expect(stored).toMatchObject({ arguments: { [kept]: kept }, context: { a: [kept] } });
    const same = { type: kept, message: kept, module: kept };
    expect(stored?.exceptions).toMatchObject([
      { ...same, frames: [{ file: kept, function: kept, code: kept }] },
    ]);
  });

  it.each([
    ["raw", (text: string) => ({ raw: text }), (stored: FramesRecord) => stored.raw],
    [
      "a message",
      (message: string) => ({ exceptions: [{ type: "E", message }] }),
      (stored: FramesRecord) => stored.exceptions[0]?.message,
    ],
  ])("%s over 1 MiB is cut in the middle and marked", async (_, partsOf, textOf) => {
    const stored = await storedOf(partsOf(`first ${"x".repeat(2 * 1024 * 1024)} last`));
    expect(stored?.marks).toContain("cut");
    const kept = stored && textOf(stored);
    expect(kept).toMatch(/^first x/);
    expect(kept).toMatch(/x last$/);
    expect(kept?.length).toBeLessThanOrEqual(1024 * 1024);
  });

  it("what is scrubbed is marked; references, ids and long numbers stay", async () => {
    const reference = `sk-order-token=${serial}x`;
    const sent = {
      ...{ reference, raw: "Error: password=hunter2hunter2 for order 123456789012345" },
      arguments: { api_key: "abcd1234abcd", order: 123456789012345, id: "123456789012345" },
    };
    expect((await post(sent)).answer.accepted).toBe(1);
    const [stored] = await recordsOf(reference);
    expect(stored).toMatchObject({
      marks: ["scrubbed"],
      arguments: { order: 123456789012345, id: "123456789012345" },
    });
    expect(stored?.raw).toBe("Error: password=[redacted] for order 123456789012345");
    expect(stored?.arguments).toMatchObject({ api_key: "[redacted]" });
  });
});

describe("what is refused is in quarantine with its reason, and sinks nothing else", () => {
  const nested = (depth: number) => JSON.parse(`${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`);
  const REFUSED: [string, Json, string][] = [
    ["no reference", { reference: undefined }, "reference_required"],
    ["white space in its reference", { reference: "no reference" }, "invalid_reference"],
    ["a reference of 129 characters", { reference: "x".repeat(129) }, "invalid_reference"],
    ["nothing in it", { raw: undefined }, "frames_required"],
    ["an empty text", { raw: "" }, "frames_required"],
    ["an empty list", { raw: undefined, exceptions: [] }, "frames_required"],
    ["an event_id that is none", { event_id: "e-1" }, "invalid_event_id"],
    ["a frames_id that is none", { frames_id: 7 }, "invalid_frames_id"],
    ["a time without a zone", { captured_at: "2026-03-29T02:30:00" }, "invalid_captured_at"],
    ["a time in seconds", { captured_at: 1_764_450_000 }, "invalid_captured_at"],
    ["the year 1970", { captured_at: "1970-01-01T00:00:00Z" }, "captured_at_out_of_range"],
    ["a time beyond retention", { captured_at: fromNow(-91 * 24 * HOUR) }, "captured_at_out_of_range"],
    ["a time two days ahead", { captured_at: fromNow(48 * HOUR) }, "captured_at_out_of_range"],
    ["a relation of its own", { exceptions: [{ relation: "cousin" }] }, "invalid_exceptions"],
    ["frames that are none", { exceptions: [{ frames: "at f" }] }, "invalid_exceptions"],
    ["101 exceptions", { exceptions: Array.from({ length: 101 }, () => ({})) }, "invalid_exceptions"],
    ["arguments that are a list", { arguments: [1] }, "invalid_arguments"],
    ["arguments of 33 levels", { arguments: nested(33) }, "invalid_arguments"],
    ["a blank tool", { tool: " " }, "invalid_tool"],
    ["a tenant of 201 characters", { tenant: "x".repeat(201) }, "invalid_tenant"],
  ];
  it.each(REFUSED)("%s", async (_, parts, code) => {
    const mark = randomUUID();
    const { status, answer } = await post([record(), record({ context: { mark }, ...parts }), record()]);
    expect([status, counts(answer)]).toEqual([207, [2, 0, 0, 1]]);
    expect(answer.results[1]?.error).toMatchObject({ code, class: "validation", retryable: false });
    const kept = await world.database.sql`
      select door, reason from quarantine where payload like ${`%${mark}%`}`;
    expect(kept).toMatchObject([{ door: "frames", reason: code }]);
  });

  it.each([
    ["27 hours late", -27 * HOUR],
    ["as old as is kept", -(90 * 24 * HOUR - 60_000)],
    ["nearly a day ahead", 24 * HOUR - 60_000],
  ])("but not a clock that is %s", async (_, ms) => {
    const captured_at = fromNow(ms);
    const stored = await storedOf({ captured_at });
    expect(stored?.captured_at).toBe(captured_at.replace("Z", "000Z"));
  });

  it("another part than the key is pinned to; what is left out is filled in", async () => {
    const pinned = await makeKey(world, ["ingest"], { tenant: "acme" });
    const sent = record();
    const { answer } = await post([sent, record({ tenant: "globex" })], pinned);
    expect(answer.results).toMatchObject([
      { status: "accepted" },
      {
        status: "rejected",
        error: { code: "pinned_by_key", field: "tenant", received: "globex", permitted: ["acme"] },
      },
    ]);
    expect(await recordsOf(String(sent.reference), acme)).toMatchObject([{ tenant: "acme" }]);
  });
});
