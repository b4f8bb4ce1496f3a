import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDatabase } from "@/db/client";
import { type EmbeddedDatabase, startEmbedded } from "@/db/embedded";
import { createTestFolder } from "../support/folder";
import { startTestServer, type TestServer } from "../support/server";
import { takeAway } from "../support/stop-database";

const OUTAGE_MS = 10_000;
const PER_POST = 50;
/** Posts that each client gets stored before the outage begins, and after it has ended. */
const POSTS_AROUND = 5;
/** No request may hang, whatever the database does; far beyond the time of any answer. */
const DEADLINE_MS = 60_000;

const folder = createTestFolder();
let embedded: EmbeddedDatabase;
let server: TestServer;

beforeAll(async () => {
  embedded = await startEmbedded({ dataDir: folder.path, log: () => {} });
  server = await startTestServer({ databaseUrl: embedded.url, pages: false });
});
afterAll(async () => {
  await server?.kill();
  await embedded?.stop();
  folder.remove();
});

type Answered = { status: number; ids: string[]; retry_after: string | null; retryable: unknown };

const batch = () => Array.from({ length: PER_POST }, () => randomUUID());

const eventOf = (event_id: string) => ({
  ...{ event_id, reference: `err_${event_id.slice(0, 8)}`, occurred_at: AT },
  ...{ tool: "refund", code: "upstream_timeout", class: "transient" },
});
const framesOf = (id: string) => ({
  reference: `err_${id}`,
  raw: "Error: upstream timed out\n    at charge (/app/billing/charge.js:12:5)",
});
const ITEMS: Record<"events" | "frames", (id: string) => unknown> = { events: eventOf, frames: framesOf };

async function post(door: keyof typeof ITEMS, ids: readonly string[]): Promise<Answered> {
  const response = await fetch(`${server.url}/api/v1/${door}?results=rejected`, {
    method: "POST",
    headers: { authorization: `Bearer ${server.key}`, "content-type": "application/json" },
    body: JSON.stringify(ids.map(ITEMS[door])),
    signal: AbortSignal.timeout(DEADLINE_MS),
  });
  const body = (await response.json()) as { retryable?: unknown };
  return {
    ...{ status: response.status, ids: [...ids], retryable: body.retryable },
    retry_after: response.headers.get("retry-after"),
  };
}

const AT = new Date(Date.now() - 60_000).toISOString();

type Client = {
  door: keyof typeof ITEMS;
  isPatient: boolean;
  answers: Answered[];
  stored: string[];
  sent: string[];
};

/** Posts until told to stop. A patient one sends what was refused again, when it was told to, until it is stored. */
async function produce(client: Client, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const ids = batch();
    client.sent.push(...ids);
    for (;;) {
      const answered = await post(client.door, ids);
      client.answers.push(answered);
      if (answered.status === 200) client.stored.push(...ids);
      if (answered.status === 200 || !client.isPatient) break;
      await pause(Number(answered.retry_after) * 1_000);
    }
  }
}

const postsStored = (clients: readonly Client[]) =>
  Math.min(...clients.map(({ stored }) => stored.length / PER_POST));

/** What the process says of itself while the outage lasts. */
async function watch(health: { alive: number[]; ready: string[] }, isOver: () => boolean): Promise<void> {
  const ask = (path: string) => fetch(`${server.url}${path}`, { signal: AbortSignal.timeout(DEADLINE_MS) });
  while (!isOver()) {
    health.alive.push((await ask("/healthz")).status);
    const ready = await ask("/readyz");
    const { status } = (await ready.json()) as { status: string };
    health.ready.push(`${ready.status} ${status}`);
    await pause(100);
  }
}

const clientOf = (door: keyof typeof ITEMS, isPatient: boolean): Client => ({
  ...{ door, isPatient, answers: [], stored: [], sent: [] },
});

test("ten seconds without the database under load: 503 with Retry-After, nothing answered is lost, and nothing at all for who sends it again", async () => {
  const patience = [true, true, true, true, false, false];
  const clients = [
    ...patience.map((isPatient) => clientOf("events", isPatient)),
    ...[true, true, false].map((isPatient) => clientOf("frames", isPatient)),
  ];
  const patient = clients.filter(({ isPatient }) => isPatient);
  let over = false;
  const producing = clients.map((client) => produce(client, () => over));
  const until = (posts: number) =>
    expect.poll(() => postsStored(clients), { timeout: 60_000 }).toBeGreaterThanOrEqual(posts);

  await until(POSTS_AROUND);
  const health = { alive: [] as number[], ready: [] as string[] };
  let back = false;
  const watching = watch(health, () => back);
  await takeAway(embedded, OUTAGE_MS);
  back = true;
  await watching;
  const before = postsStored(clients);
  await until(before + POSTS_AROUND);
  over = true;
  await Promise.all(producing);

  const refused = clients.flatMap(({ answers }) => answers).filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  for (const { status, retry_after, retryable } of refused)
    expect([status, Number(retry_after) > 0, retryable]).toEqual([503, true, true]);
  expect(new Set(health.alive)).toEqual(new Set([200]));
  expect(health.ready).toContain("503 database_unavailable");
  await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200);

  const { sql, close } = createDatabase({ url: embedded.url, max: 2 });
  try {
    const rows = await sql<{ event_id: string }[]>`select event_id from events`;
    const stored = new Set(rows.map(({ event_id }) => event_id));
    expect(stored.size).toBe(rows.length);
    const frames = await sql<{ reference: string }[]>`select reference from frames`;
    for (const { reference } of frames) stored.add(reference.slice("err_".length));
    const missing = (ids: readonly string[]) => ids.filter((id) => !stored.has(id));
    expect(missing(clients.flatMap((client) => client.stored))).toEqual([]);
    expect(missing(patient.flatMap((client) => client.sent))).toEqual([]);
    const [counted] = await sql`
      select (select sum(q0 + q1 + q2 + q3)::int from rollup_hours join series using (series_id) where level = 'full') as hours,
        (select sum(items)::int from intake_counts where measure = 'accepted' and door = 'events') as accepted`;
    // What was refused meanwhile was a failure of Errata itself, and is found as one.
    const own = async () =>
      (await sql`select 1 from frames join sources s using (source_id) where s.name = 'errata' limit 1`)
        .length;
    await expect.poll(own, { timeout: 60_000 }).toBe(1);
    expect(counted).toEqual({ hours: rows.length, accepted: rows.length });
  } finally {
    await close();
  }
});
