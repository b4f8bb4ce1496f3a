import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sha256Hex } from "@/lib/platform/tokens";
import { createTestDatabase, type TestDatabase } from "@/tests/support/database";
import { startTestServer, type TestServer } from "@/tests/support/server";

let database: TestDatabase;
let server: TestServer;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await start({});
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});

/** Duties and doors, but no pages. */
function start(env: Record<string, string>): Promise<TestServer> {
  return startTestServer({ databaseUrl: database.url, pages: false, env });
}

type Samples = Map<string, number>;

async function scrape(headers = { authorization: `Bearer ${server.key}` }, from = server): Promise<Samples> {
  const response = await fetch(`${from.url}/metrics`, { headers });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  return samplesOf(await response.text());
}

function samplesOf(text: string): Samples {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(lines.map((line) => [line.replace(/ \S+$/, ""), Number(line.split(" ").at(-1))]));
}

function send(path: string, body: unknown, to = server): Promise<Response> {
  const headers = { authorization: `Bearer ${to.key}`, "content-type": "application/json" };
  return fetch(`${to.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
}

const event = (reference: string, parts: object = {}) => ({
  ...{ reference, tool: "refund_payment", code: "gateway_timeout", tenant: "acme" },
  ...{ event_id: crypto.randomUUID(), occurred_at: new Date(Date.now() - 2_000).toISOString(), ...parts },
});

describe("what comes in", () => {
  test("is counted by what became of it, each exactly once", async () => {
    const before = await scrape();
    const good = event("err_aaaaaa");
    const batch = [good, good, { ...good, message: "another" }, { tool: "x" }, { reference: "err_bbbbbb" }];
    expect((await send("/api/v1/events", batch)).status).toBe(207);
    const after = await scrape();
    const gained = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
    const outcome = (name: string) => gained(`errata_items_total{door="events",outcome="${name}"}`);
    expect(["accepted", "duplicate", "conflict", "rejected"].map(outcome)).toEqual([1, 1, 1, 2]);
    const reason = (name: string) => gained(`errata_rejected_total{door="events",reason="${name}"}`);
    expect(["reference_required", "tool_required"].map(reason)).toEqual([1, 1]);
    expect(gained("errata_event_lag_seconds_count")).toBe(1);
    expect(gained('errata_event_lag_seconds_bucket{le="1"}')).toBe(0);
    expect(gained('errata_event_lag_seconds_bucket{le="60"}')).toBe(1);
    expect(gained('errata_commit_seconds_count{door="events"}')).toBe(1);
    expect(gained('errata_commit_items_sum{door="events"}')).toBe(5);
    expect(
      gained('errata_http_request_seconds_count{door="/api/v1/events",method="POST",status="207"}'),
    ).toBe(1);
  });

  test("is counted at the other doors too", async () => {
    const frames = { reference: "err_cccccc", raw: "Error: no\n    at f (a.js:1:1)" };
    expect((await send("/api/v1/frames", frames)).status).toBe(200);
    const release = { service: "billing", release: "2026.11.2", released_at: new Date().toISOString() };
    expect((await send("/api/v1/releases", release)).status).toBe(200);
    const samples = await scrape();
    expect(samples.get('errata_items_total{door="frames",outcome="accepted"}')).toBe(1);
    expect(samples.get('errata_items_total{door="releases",outcome="accepted"}')).toBe(1);
    expect(samples.get('errata_queue_depth{door="events"}')).toBe(0);
  });

  test("leaves no trace of itself in a label: no tenant, tool, code or made-up path", async () => {
    await send("/api/v1/events", event("err_dddddd", { tool: "very_secret_tool", code: "very_secret_code" }));
    await fetch(`${server.url}/very/secret/path`);
    await fetch(`${server.url}/api/v1/very-secret-noun/x`);
    const headers = { authorization: `Bearer ${server.key}` };
    const text = await (await fetch(`${server.url}/metrics`, { headers })).text();
    expect(text).not.toMatch(/secret|acme|refund_payment|gateway_timeout|err_/);
    expect(text).toContain('door="page"');
  });
});

test("who waits for a verdict is counted while they wait", async () => {
  const gone = new AbortController();
  const url = `${server.url}/api/v1/verdicts?tool=refund_payment&idempotency_key=none&wait_seconds=60`;
  const headers = { authorization: `Bearer ${server.key}` };
  const poll = fetch(url, { headers, signal: gone.signal }).catch(() => null);
  await expect.poll(async () => (await scrape()).get("errata_long_polls")).toBe(1);
  gone.abort();
  await poll;
  await expect.poll(async () => (await scrape()).get("errata_long_polls")).toBe(0);
  await expect
    .poll(async () =>
      (await scrape()).get(
        'errata_http_request_seconds_count{door="/api/v1/verdicts",method="GET",status="gone"}',
      ),
    )
    .toBe(1);
});

test("the queue is counted from the tables, by a process that has just started", async () => {
  const opened = event("err_eeeeee", { effect: "unknown", idempotency_key: "refund-1" });
  expect((await send("/api/v1/events", opened)).status).toBe(200);
  await database.sql`update cases set deadline_at = now() - interval '1 hour' where tool = 'refund_payment'`;
  const other = await start({});
  try {
    const samples = await scrape({ authorization: `Bearer ${server.key}` }, other);
    expect(samples.get('errata_cases{state="open"}')).toBe(1);
    expect(samples.get('errata_cases{state="awaiting_second"}')).toBe(0);
    expect(samples.get("errata_cases_overdue")).toBe(1);
    expect(samples.get("errata_claims_held")).toBe(0);
    expect(samples.get("errata_verdicts_undelivered")).toBe(0);
    expect(samples.get("errata_database_up")).toBe(1);
    expect(samples.get("process_resident_memory_bytes")).toBeGreaterThan(1_000_000);
  } finally {
    await other.stop();
  }
});

test("the duties tell when each last came to its end", async () => {
  const duties = await start({ ERRATA_ROLE: "duties" });
  try {
    const authorization = `Bearer ${server.key}`;
    const last = 'errata_duty_last_success_timestamp_seconds{duty="rescue-claims"}';
    await expect
      .poll(async () => (await scrape({ authorization }, duties)).get(last))
      .toBeGreaterThan(Date.now() / 1000 - 60);
    const samples = await scrape({ authorization }, duties);
    expect(samples.get('errata_duty_runs_total{duty="rescue-claims",outcome="done"}')).toBeGreaterThan(0);
  } finally {
    await duties.stop();
  }
});

describe("who may read it", () => {
  const read = async (from: TestServer, headers: Record<string, string> = {}) =>
    (await fetch(`${from.url}/metrics`, { headers })).status;
  const keyWith = async (scopes: string[], tenant: string | null = null) => {
    const key = `erk_${crypto.randomUUID()}`;
    await database.sql`insert into keys (name, prefix, hash, source_id, scopes, tenant, created_by)
      select 'test', 'erk_', ${sha256Hex(key)}, source_id, ${scopes}, ${tenant}, 'test' from sources limit 1`;
    return { authorization: `Bearer ${key}` };
  };

  test("a key with read or admin, confined to nothing", async () => {
    expect(await read(server)).toBe(401);
    expect(await read(server, { authorization: "Bearer erk_unknown" })).toBe(401);
    expect(await read(server, await keyWith(["ingest", "cases"]))).toBe(403);
    expect(await read(server, await keyWith(["read"]))).toBe(200);
    expect(await read(server, await keyWith(["admin"]))).toBe(200);
    expect(await read(server, await keyWith(["read"], "acme"))).toBe(403);
  });

  test("by ERRATA_METRICS an address, but not what a proxy at that address forwards; or anybody", async () => {
    const listed = await start({ ERRATA_METRICS: "127.0.0.1", ERRATA_BASE_PATH: "/errata" });
    try {
      const origin = { ...listed, url: new URL(listed.url).origin };
      expect(await read(listed)).toBe(200);
      expect(await read(origin)).toBe(200);
      expect(await read(listed, { "x-forwarded-for": "203.0.113.9" })).toBe(401);
      expect(await read(listed, { forwarded: "for=203.0.113.9" })).toBe(401);
    } finally {
      await listed.stop();
    }
    const open = await start({ ERRATA_METRICS: "open" });
    expect(await read(open, { "x-forwarded-for": "203.0.113.9" })).toBe(200);
    await open.stop();
  });
});

test("a database that is away is told as such, and old numbers are not", async () => {
  const own = await createTestDatabase();
  const lonely = await startTestServer({
    ...{ databaseUrl: own.url, pages: false, env: { ERRATA_METRICS: "open" } },
  });
  try {
    expect((await scrape({ authorization: "" }, lonely)).get("errata_database_up")).toBe(1);
  } finally {
    await own.drop();
  }
  await expect
    .poll(async () => (await scrape({ authorization: "" }, lonely)).get("errata_database_up"))
    .toBe(0);
  expect((await scrape({ authorization: "" }, lonely)).has("errata_cases_overdue")).toBe(false);
  await lonely.stop();
});
