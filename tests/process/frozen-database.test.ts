import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type EmbeddedDatabase, startEmbedded } from "@/db/embedded";
import { createTestFolder } from "../support/folder";
import { startTestServer, type TestServer } from "../support/server";

/** Far beyond the 15 s that is promised, and far below for ever. */
const DEADLINE_MS = 45_000;

const folder = createTestFolder();
let database: EmbeddedDatabase;
let server: TestServer;
let duties: TestServer;

beforeAll(async () => {
  database = await startEmbedded({ dataDir: folder.path, log: () => {} });
  const start = (env: Record<string, string>) =>
    startTestServer({
      ...{ databaseUrl: database.url, pages: false, env: { ERRATA_METRICS: "open", ...env } },
    });
  server = await start({});
  duties = await start({ ERRATA_ROLE: "duties" });
});
afterAll(async () => {
  signalAll("SIGCONT");
  await Promise.all([server?.kill(), duties?.kill()]);
  await database?.stop();
  folder.remove();
});

/** The server and all of its children. */
function signalAll(signal: "SIGSTOP" | "SIGCONT"): void {
  const postmaster = database.pid();
  if (postmaster === null) throw new Error("the database is down");
  const lines = execFileSync("ps", ["-eo", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n");
  const pids = lines.map((line) => line.trim().split(/\s+/).map(Number));
  const children = pids.flatMap(([pid = 0, parent]) => (parent === postmaster ? [pid] : []));
  for (const pid of [postmaster, ...children]) process.kill(pid, signal);
}

const eventOf = (event_id: string) => ({
  ...{ event_id, reference: `err_${event_id.slice(0, 8)}`, occurred_at: AT },
  ...{ tool: "refund", code: "upstream_timeout", class: "transient" },
});
const AT = new Date(Date.now() - 60_000).toISOString();

async function ask(method: "GET" | "POST", path: string, body?: unknown) {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${server.key}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(DEADLINE_MS),
  });
  const answer = (await response.json()) as { code?: string; retryable?: boolean };
  return { status: response.status, retry_after: response.headers.get("retry-after"), answer };
}

/** What a process says of itself, without a key. */
async function scrape({ url }: TestServer): Promise<Map<string, number>> {
  const response = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(DEADLINE_MS) });
  expect(response.status).toBe(200);
  const lines = (await response.text()).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(lines.map((line) => [line.replace(/ \S+$/, ""), Number(line.split(" ").at(-1))]));
}

const statusOf = async ({ url }: TestServer, path: string) =>
  (await fetch(`${url}${path}`, { signal: AbortSignal.timeout(DEADLINE_MS) })).status;
const doneBy = (samples: Map<string, number>, outcome: "done" | "failed") =>
  samples.get(`errata_duty_runs_total{duty="${OFTEN}",outcome="${outcome}"}`) ?? 0;
/** A duty that runs every few seconds. */
const OFTEN = "deliver-webhooks";

test("a database that takes connections and answers nothing is 503 in bounded time, and what is sent again counts once", async () => {
  const events = Array.from({ length: 30 }, () => eventOf(randomUUID()));
  expect((await ask("POST", "/api/v1/events", events[0])).status).toBe(200);

  await expect.poll(async () => doneBy(await scrape(duties), "done")).toBeGreaterThan(0);

  signalAll("SIGSTOP");
  const refused = await Promise.all([
    ...events.map((event) => ask("POST", "/api/v1/events", event)),
    ...Array.from({ length: 30 }, () => ask("GET", "/api/v1/events")),
  ]);
  for (const { status, retry_after, answer } of refused)
    expect([status, Number(retry_after) > 0, answer.code, answer.retryable]).toEqual([
      ...[503, true, "database_unavailable", true],
    ]);
  for (const one of [server, duties]) {
    expect([await statusOf(one, "/readyz"), await statusOf(one, "/healthz")]).toEqual([503, 200]);
    const samples = await scrape(one);
    expect([samples.get("errata_database_up"), samples.has("errata_cases_overdue")]).toEqual([0, false]);
  }
  await expect
    .poll(async () => doneBy(await scrape(duties), "failed"), { timeout: DEADLINE_MS })
    .toBeGreaterThan(0);
  const before = doneBy(await scrape(duties), "done");

  signalAll("SIGCONT");
  await expect.poll(async () => (await ask("GET", "/readyz")).status).toBe(200);
  await expect
    .poll(async () => doneBy(await scrape(duties), "done"), { timeout: DEADLINE_MS })
    .toBeGreaterThan(before);
  for (const one of [server, duties])
    await expect
      .poll(async () => (await scrape(one)).get("errata_database_up"), { timeout: DEADLINE_MS })
      .toBe(1);
  for (const event of events) expect((await ask("POST", "/api/v1/events", event)).status).toBe(200);
  const listed = (await ask("GET", "/api/v1/events?limit=100")).answer as { items?: { event_id: string }[] };
  expect(listed.items?.map(({ event_id }) => event_id).sort()).toEqual(
    events.map(({ event_id }) => event_id).sort(),
  );
});
