import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDatabase } from "@/db/client";
import { type EmbeddedDatabase, startEmbedded } from "@/db/embedded";
import { createTestFolder } from "../support/folder";
import { startTestServer, type TestServer } from "../support/server";

const OUTAGE_MS = 10_000;
const PER_POST = 50;
/** Posts that each client gets stored before the outage begins, and after it has ended. */
const POSTS_AROUND = 5;

const folder = createTestFolder();
let embedded: EmbeddedDatabase;
let server: TestServer;

beforeAll(async () => {
  embedded = await startEmbedded({ dataDir: folder.path, log: () => {} });
  server = await startTestServer({ databaseUrl: embedded.url, pages: false });
}, 120_000);
afterAll(async () => {
  await server?.kill();
  await embedded?.stop();
  folder.remove();
});

type Answered = { status: number; ids: string[]; retry_after: string | null; retryable: unknown };

const batch = () => Array.from({ length: PER_POST }, () => randomUUID());

async function post(ids: readonly string[]): Promise<Answered> {
  const events = ids.map((event_id) => ({
    ...{ event_id, reference: `err_${event_id.slice(0, 8)}`, occurred_at: AT },
    ...{ tool: "refund", code: "upstream_timeout", class: "transient" },
  }));
  const response = await fetch(`${server.url}/api/v1/events?results=rejected`, {
    method: "POST",
    headers: { authorization: `Bearer ${server.key}`, "content-type": "application/json" },
    body: JSON.stringify(events),
  });
  const body = (await response.json()) as { retryable?: unknown };
  return {
    ...{ status: response.status, ids: [...ids], retryable: body.retryable },
    retry_after: response.headers.get("retry-after"),
  };
}

const AT = new Date(Date.now() - 60_000).toISOString();

type Client = { answers: Answered[]; stored: string[]; sent: string[] };

/** Posts until told to stop. A patient one sends what was refused again, when it was told to, until it is stored. */
async function produce(client: Client, isPatient: boolean, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const ids = batch();
    client.sent.push(...ids);
    for (;;) {
      const answered = await post(ids);
      client.answers.push(answered);
      if (answered.status === 200) client.stored.push(...ids);
      if (answered.status === 200 || !isPatient) break;
      await pause(Number(answered.retry_after) * 1_000);
    }
  }
}

const postsStored = (clients: readonly Client[]) =>
  Math.min(...clients.map(({ stored }) => stored.length / PER_POST));

/** PostgreSQL is stopped at once, and again whenever it is back, until the time is over. */
async function takeAway(): Promise<void> {
  const end = performance.now() + OUTAGE_MS;
  while (performance.now() < end) {
    const pid = embedded.pid();
    if (pid !== null) stopAtOnce(pid);
    await pause(20);
  }
}

function stopAtOnce(pid: number): void {
  try {
    process.kill(pid, "SIGQUIT");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

test("ten seconds without the database under load: 503 with Retry-After, nothing answered is lost, and nothing at all for who sends it again", async () => {
  const clients = Array.from({ length: 8 }, (): Client => ({ answers: [], stored: [], sent: [] }));
  const patient = clients.slice(0, 6);
  let over = false;
  const producing = clients.map((client) => produce(client, patient.includes(client), () => over));
  const until = (posts: number) =>
    expect.poll(() => postsStored(clients), { timeout: 60_000 }).toBeGreaterThanOrEqual(posts);

  await until(POSTS_AROUND);
  await takeAway();
  const before = postsStored(clients);
  await until(before + POSTS_AROUND);
  over = true;
  await Promise.all(producing);

  const refused = clients.flatMap(({ answers }) => answers).filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  for (const { status, retry_after, retryable } of refused)
    expect([status, Number(retry_after) > 0, retryable]).toEqual([503, true, true]);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);

  const { sql, close } = createDatabase({ url: embedded.url, max: 2 });
  try {
    const rows = await sql<{ event_id: string }[]>`select event_id from events`;
    const stored = new Set(rows.map(({ event_id }) => event_id));
    expect(stored.size).toBe(rows.length);
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
}, 180_000);
