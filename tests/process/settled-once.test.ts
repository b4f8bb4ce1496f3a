import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { startTestServer, type TestServer } from "../support/server";

/**
 * The server is killed while a verdict is given, while it is handed over, and while the runtime takes it. The
 * runtime and the person are clients like any: they do not know what became of a request that got no answer,
 * and send it again.
 */
let database: TestDatabase;
let server: TestServer;
let key: string;
/** Resolves when there is a server to talk to. */
let ready: Promise<void> = Promise.resolve();

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ databaseUrl: database.url });
  key = server.key;
});
afterAll(async () => {
  await server?.kill();
  await database?.drop();
});

/** `kill -9`, and a new process on the same database. */
function restart(): Promise<void> {
  ready = server.kill().then(async () => {
    server = await startTestServer({ databaseUrl: database.url });
  });
  return ready;
}

type Answer = { status: number; body: Record<string, unknown> };

async function ask(method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: response.status === 204 ? {} : await response.json() };
}

/** Sends the same until it is answered. */
async function insist(method: string, path: string, body?: unknown): Promise<Answer> {
  for (;;) {
    await ready;
    const answer = await ask(method, path, body).catch(() => null);
    if (answer !== null && answer.status < 500) return answer;
  }
}

/** An agent that waits for its verdict, takes it, and acts once it may: what it was told and what it did. */
async function runtime(idempotency_key: string, by: string, onTaking: () => void) {
  const told = new Set<unknown>();
  for (;;) {
    await ready;
    const path = `/api/v1/verdicts?tool=refund&idempotency_key=${idempotency_key}&wait_seconds=20`;
    const { body } = await insist("GET", path);
    if (body.state !== "settled") continue;
    told.add(body.verdict_id);
    onTaking();
    const taken = await insist("POST", `/api/v1/verdicts/${body.verdict_id}/acknowledgements`, { by });
    return { told, taken };
  }
}

async function openCase(idempotency_key: string): Promise<string> {
  const event_id = randomUUID();
  const event = {
    ...{ event_id, reference: `err_${event_id.slice(0, 6)}`, occurred_at: new Date().toISOString() },
    ...{ tool: "refund", code: "upstream_timeout", class: "transient", effect: "unknown", idempotency_key },
  };
  expect((await insist("POST", "/api/v1/events", event)).body).toMatchObject({ accepted: 1 });
  const { body } = await insist("GET", `/api/v1/verdicts?event_id=${event_id}`);
  expect(body).toEqual({ state: "pending", case_id: body.case_id });
  return String(body.case_id);
}

const evidence = [{ kind: "provider", external_id: "re_1", observed_at: new Date().toISOString() }];

/** Claims and settles, as often as it takes. */
async function person(case_id: string, onSettling: () => void): Promise<unknown> {
  expect((await insist("POST", `/api/v1/cases/${case_id}/claim`)).status).toBe(200);
  onSettling();
  const { status, body } = await insist("POST", `/api/v1/cases/${case_id}/verdict`, {
    verdict: "committed",
    evidence,
  });
  expect(status).toBe(200);
  return body.verdict_id;
}

async function untilSettled(case_id: string): Promise<void> {
  for (;;) {
    const rows = await database.sql`select 1 from cases where case_id = ${case_id} and state = 'settled'`;
    if (rows.length > 0) return;
  }
}

/** Somewhere in the milliseconds in which it happens. */
const soon = () => Math.random() * 40;
const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const MOMENTS = ["settling", "settling", "sending", "sending", "taking", "taking"] as const;

test.each(MOMENTS)("kill -9 while %s: one verdict, told as one, taken once", async (moment) => {
  const idempotency_key = `key-${randomUUID()}`;
  const by = `run-${randomUUID()}`;
  const case_id = await openCase(idempotency_key);
  const [delay, restarted] = [soon(), [] as Promise<void>[]];
  const killAt = (here: typeof moment) => () => {
    if (here === moment) restarted.push(after(delay).then(restart));
  };
  const waiting = runtime(idempotency_key, by, killAt("taking"));
  const settling = person(case_id, killAt("settling"));
  if (moment === "sending") restarted.push(untilSettled(case_id).then(restart));
  const [verdict_id, { told, taken }] = await Promise.all([settling, waiting]);
  await Promise.all(restarted);

  expect([...told]).toEqual([verdict_id]);
  expect(taken).toMatchObject({ status: 200, body: { verdict_id, case_id, acknowledged_by: by } });
  const again = await insist("POST", `/api/v1/verdicts/${verdict_id}/acknowledgements`, { by });
  expect(again.body).toEqual(taken.body);
  const verdicts = await database.sql`select verdict_id, state, acknowledged_by, sent_at is not null as sent,
    delivered_at is not null as delivered from verdicts where case_id = ${case_id}`;
  expect(verdicts).toEqual([
    { verdict_id, state: "settled", acknowledged_by: by, sent: true, delivered: true },
  ]);
  const counted =
    await database.sql`select action, count(*)::int as count from audit where subject_id = ${case_id}
    and action in ('case.settled', 'case.acknowledged') group by action order by action`;
  expect(counted).toEqual([
    { action: "case.acknowledged", count: 1 },
    { action: "case.settled", count: 1 },
  ]);
  const told_by_webhook =
    await database.sql`select verdict_id from outbox where case_id = ${case_id} and type = 'case.settled'`;
  expect(told_by_webhook).toEqual([{ verdict_id }]);
});
