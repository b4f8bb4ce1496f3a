import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { startTestServer, type TestServer } from "../support/server";

let database: TestDatabase;
let server: TestServer;
/** Another process of the installation, which does the duties. */
let duties: TestServer;
beforeAll(async () => {
  database = await createTestDatabase();
  const databaseUrl = database.url;
  server = await startTestServer({ databaseUrl, pages: false });
  duties = await startTestServer({ databaseUrl, pages: false, env: { ERRATA_ROLE: "duties" } });
});
afterAll(async () => {
  await server?.kill();
  await duties?.kill();
  await database?.drop();
});

const ask = (path: string, init: RequestInit = {}) =>
  fetch(`${server.url}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${server.key}`, "content-type": "application/json" },
  });

/** Posts events until told to stop; which were answered as stored, and what else was answered. */
async function produce(isOver: () => boolean) {
  const accepted: string[] = [];
  const statuses = new Set<number>();
  while (!isOver()) {
    const event_id = randomUUID();
    const event = {
      ...{ event_id, reference: `err_${event_id.slice(0, 6)}`, occurred_at: new Date().toISOString() },
      ...{
        tool: "refund",
        code: "upstream_timeout",
        class: "transient",
        effect: "unknown",
        idempotency_key: event_id,
      },
    };
    const response = await ask("/api/v1/events", { method: "POST", body: JSON.stringify(event) });
    statuses.add(response.status);
    const body = await response.json();
    if (response.status === 200 || response.status === 207) accepted.push(event_id);
    else
      expect([response.headers.get("retry-after"), body.retryable]).toEqual([
        expect.stringMatching(/^\d+$/),
        true,
      ]);
  }
  return { accepted, statuses };
}

/** What a restart of PostgreSQL does to everybody who is connected. */
async function endAllSessions(): Promise<number> {
  const ended = await database.sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;
  return ended.length;
}

test("sessions that end under load, again and again: 503 with Retry-After meanwhile, then it goes on, and nothing answered is lost", async () => {
  let over = false;
  const producers = Array.from({ length: 6 }, () => produce(() => over));
  const polled = ask(`/api/v1/verdicts?tool=refund&idempotency_key=${randomUUID()}&wait_seconds=3`);
  let ended = 0;
  while (ended < 200) {
    ended += await endAllSessions();
    expect((await ask("/healthz")).status).toBe(200);
  }
  over = true;
  const produced = await Promise.all(producers);
  const statuses = new Set(produced.flatMap(({ statuses }) => [...statuses]));
  expect([...statuses].sort().filter((status) => status !== 200 && status !== 207)).toEqual(
    statuses.has(503) ? [503] : [],
  );
  expect([200, 503]).toContain((await polled).status);

  const accepted = produced.flatMap((one) => one.accepted);
  let turns = 0;
  const again = await produce(() => turns++ === 20);
  expect(again.accepted.length).toBeGreaterThan(0);
  for (const { url } of [server, duties]) expect((await fetch(`${url}/healthz`)).status).toBe(200);
  const stored = await database.sql`select event_id from events where event_id = any(${accepted})`;
  expect(stored).toHaveLength(accepted.length);
  const cases = await database.sql`select 1 from attempts where event_id = any(${accepted})`;
  expect(cases).toHaveLength(accepted.length);
});
