import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { POST as postEvents } from "@/app/api/v1/events/route";
import { POST as postFrames } from "@/app/api/v1/frames/route";
import { PUT as putSettings } from "@/app/api/v1/settings/route";
import { call, openWorld, type World } from "../access/world";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

let serial = 0;
const nextReference = () => `err_case${++serial}`;
const HOUR = 3_600_000;
const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString();

async function send(
  door: typeof postEvents,
  body: string | Uint8Array,
  headers: Record<string, string> = {},
) {
  const request = new Request("http://localhost/x", {
    method: "POST",
    body: typeof body === "string" ? new TextEncoder().encode(body) : new Uint8Array(body),
    headers: { authorization: `Bearer ${world.bootstrapKey}`, ...headers },
  });
  const response = await door(request);
  return { status: response.status, answer: await response.json() };
}
const event = (parts: object = {}) => ({
  reference: nextReference(),
  tool: "lookup",
  code: "gone",
  ...parts,
});
async function stored(reference: string) {
  const rows = await world.database.sql`
    select *, body::json as parsed,
      to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as at from events where reference = ${reference}`;
  return rows;
}
/** Sends one event; the row it became. */
async function storedOf(parts: object) {
  const sent = event(parts);
  const { status, answer } = await send(postEvents, JSON.stringify(sent));
  expect([status, answer.results[0].error]).toEqual([200, undefined]);
  return (await stored(sent.reference))[0];
}

it.each([
  [{ class: "invalid_request" }, { class: "validation", class_sent: "invalid_request" }],
  [{ class: "Invalid_Argument" }, { class: "validation", class_sent: "Invalid_Argument" }],
  [{ class: "not-found" }, { class: "not_found", class_sent: "not-found" }],
  [{ class: "permission_denied" }, { class: "authorization", class_sent: "permission_denied" }],
  [{ class: "unauthenticated" }, { class: "authorization", class_sent: "unauthenticated" }],
  [{ class: "governance" }, { class: "authorization", class_sent: "governance" }],
  [{ class: "reliability" }, { class: "transient", class_sent: "reliability" }],
  [{ class: "capability" }, { class: "not_found", class_sent: "capability" }],
  [{ class: "terminal" }, { class: "system", class_sent: "terminal" }],
  [{ class: "weather" }, { class: "unclassified", class_sent: "weather" }],
  [{ class: "system" }, { class: "system" }],
])("reads the class of %j", async (parts, { class: read, ...sent }) => {
  const row = await storedOf(parts);
  const class_sent = "class_sent" in sent ? sent.class_sent : undefined;
  expect([row?.class, row?.parsed.class_sent]).toEqual([read, class_sent]);
});

it("reads classes by the installation's aliases from when they are set; history does not move, and a repeat is one", async () => {
  const sent = event({ class: "flaky", event_id: crypto.randomUUID(), occurred_at: fromNow(-1_000) });
  await send(postEvents, JSON.stringify(sent));
  const put = (class_aliases: object) =>
    call(putSettings, { method: "PUT", key: world.bootstrapKey, body: { class_aliases } });
  expect((await put({ flaky: "transient" })).status).toBe(200);
  await expect.poll(async () => (await storedOf({ class: "FLAKY" }))?.class).toBe("transient");
  expect(await storedOf({ class: "governance" })).toMatchObject({ class: "unclassified" });
  expect((await send(postEvents, JSON.stringify(sent))).answer.duplicate).toBe(1);
  expect(await stored(sent.reference)).toMatchObject([{ class: "unclassified" }]);
  for (const wrong of [{ Flaky: "transient" }, { system: "transient" }, { x: "weather" }, { "": "system" }])
    expect((await put(wrong)).status).toBe(422);
});

it.each([
  ["INVALID-STATUS", "invalid_status", []],
  ["rate-limit", "rate_limit", []],
  ["_OTHER", "internal_error", []],
  [404, "internal_error", ["malformed_code"]],
  ["It went wrong", "internal_error", ["malformed_code"]],
  ["a".repeat(101), "internal_error", ["malformed_code"]],
])("reads the code %j as %s and keeps what was sent", async (sent, code, marks) => {
  const row = await storedOf({ code: undefined, error: sent });
  expect(row).toMatchObject({ code, marks, unmapped: code === "internal_error" });
  expect(row?.parsed.code_sent).toBe(String(sent));
});

it.each([
  ["a little ahead", 4 * 60_000, []],
  ["57 minutes ahead", 57 * 60_000, ["skewed"]],
  ["nearly a day ahead", 24 * HOUR - 60_000, ["skewed"]],
  ["a little late", -50 * 60_000, []],
  ["27 hours late", -27 * HOUR, ["skewed"]],
  ["as old as is kept", -(90 * 24 * HOUR - 60_000), ["skewed"]],
])("takes a clock that is %s and marks it", async (_, ms, marks) => {
  expect(await storedOf({ occurred_at: fromNow(ms) })).toMatchObject({ marks });
});

it.each([
  ["more than a day ahead", fromNow(24 * HOUR + 120_000), "occurred_at_out_of_range"],
  ["older than is kept", fromNow(-(90 * 24 * HOUR + 120_000)), "occurred_at_out_of_range"],
  ["of 1970", "1970-01-01T00:00:00Z", "occurred_at_out_of_range"],
  ["without a zone", "2026-03-29T02:30:00", "invalid_occurred_at"],
  ["in seconds", 1_764_450_000, "invalid_occurred_at"],
  ["in milliseconds", 1_764_450_000_000, "invalid_occurred_at"],
  ["on no day", "2026-02-30T00:00:00Z", "invalid_occurred_at"],
])("keeps a time %s in quarantine", async (_, occurred_at, code) => {
  const sent = event({ occurred_at });
  const { status, answer } = await send(postEvents, JSON.stringify(sent));
  expect([status, answer.results[0].error.code]).toEqual([422, code]);
  const kept = await world.database.sql`select reason from quarantine where reference = ${sent.reference}`;
  expect(kept).toMatchObject([{ reason: code }]);
});

it.each([".9999999Z", "60Z"])("keeps 23:59:59%s on its own day", async (end) => {
  const day = fromNow(-24 * HOUR).slice(0, 10);
  const occurred_at = end === "60Z" ? `${day}T23:59:60Z` : `${day}T23:59:59${end}`;
  expect(await storedOf({ occurred_at })).toMatchObject({ at: `${day}T23:59:59.999999` });
});

const HOSTILE = {
  nul: "a\\u0000b",
  "a lone surrogate": "a\\ud800b",
  "a change of direction": "\\u202Egpj.exe",
  colours: "\\u001b[31mred\\u001b[0m",
  markup: "<script>alert(1)</script>",
  "a formula": "=HYPERLINK(1)",
};
it.each(Object.entries(HOSTILE))("stores %s in every text, and in names of members", async (name, text) => {
  const reference = nextReference();
  const fields = ["message", "user_message", "hint", "field", "precondition"].map(
    (field) => `"${field}":"${text}"`,
  );
  const body = `{"reference":"${reference}","tool":"${text}","code":"${text}","tenant":"${text}","service":"${text}",
    "environment":"${text}","release":"${text}","run_id":"${text}","idempotency_key":"${text}",
    ${fields.join()},"received":["${text}"],"attributes":{"${text}":"${text}","__proto__":{"a":1},"constructor":2}}`;
  const { status, answer } = await send(postEvents, body);
  expect([status, answer.accepted]).toEqual([200, 1]);
  const [row] = await stored(reference);
  const read = (JSON.parse(`"${text}"`) as string).toWellFormed().replaceAll("\0", "\u{FFFD}");
  expect(row).toMatchObject({ tool: read, tenant: read, idempotency_key: read, code: "internal_error" });
  expect(row?.marks.includes("sanitized")).toBe(/nul|lone/.test(name));
  expect(row?.parsed).toMatchObject({ message: read, hint: read, received: [read] });
  const attributes = JSON.parse(row?.body).attributes as object;
  expect(Object.keys(attributes).sort()).toEqual([read, "__proto__", "constructor"].sort());
  expect(Object.prototype).not.toHaveProperty("a");
  const frames = `{"reference":"${reference}","raw":"${text}","exceptions":[{"type":"${text}","message":"${text}",
    "frames":[{"file":"${text}","function":"${text}","code":"${text}"}]}],"arguments":{"${text}":"${text}"}}`;
  expect((await send(postFrames, frames)).answer).toMatchObject({ accepted: 1 });
});

it("keeps odd names of tools, and big numbers digit for digit; of equal members the last holds", async () => {
  for (const tool of ["echo<|channel|>commentary", "ls\u00a0json"])
    expect(await storedOf({ tool })).toMatchObject({ tool });
  const reference = nextReference();
  const body = `\ufeff{"reference":"${reference}","tool":"a","tool":"b","received":9007199254740993,"attributes":{"n":1e400}}`;
  expect((await send(postEvents, body)).status).toBe(200);
  const [row] = await stored(reference);
  expect(row?.tool).toBe("b");
  for (const number of ["9007199254740993", "1e400"]) expect(row?.body).toContain(number);
});

it.each([
  ["gzip", gzipSync],
  ["deflate", deflateSync],
  ["br", brotliCompressSync],
])("stops a bomb of %s while it inflates", async (encoding, compress) => {
  const bomb = compress(Buffer.alloc(64 * 1024 * 1024, 32));
  for (const door of [postEvents, postFrames]) {
    const { status, answer } = await send(door, bomb, { "content-encoding": encoding });
    expect([status, answer.code]).toEqual([413, "body_too_large"]);
  }
});

it("refuses JSON nested 10,000 deep in a field it reads, and takes the next", async () => {
  const deep = `{"reference":"${nextReference()}","tool":"t","received":${"[".repeat(10_000)}${"]".repeat(10_000)}}`;
  const { status, answer } = await send(postEvents, `[${deep},${JSON.stringify(event())}]`);
  expect([status, answer.results[0].error.code, answer.accepted]).toEqual([207, "invalid_received", 1]);
});

it("takes a bad line in the middle by itself, and counts nothing twice when all is sent again", async () => {
  const lines = [event(), event()].map((one) => JSON.stringify({ ...one, occurred_at: fromNow(-5_000) }));
  const body = [lines[0], '{"reference": "err_cut', lines[1]].join("\n");
  const type = { "content-type": "application/x-ndjson" };
  expect((await send(postEvents, body, type)).answer).toMatchObject({ accepted: 2, rejected: 1 });
  expect((await send(postEvents, body, type)).answer).toMatchObject({
    accepted: 0,
    duplicate: 2,
    rejected: 1,
  });
});
