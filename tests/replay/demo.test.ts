import { afterAll, beforeAll, expect, test } from "vitest";
import type { DemoState } from "@/scripts/demo/demo-state";
import type { TimelineItem } from "@/scripts/demo/make-episode";
import { DAY, makePlan } from "@/scripts/demo/plan";
import { runSimulation } from "@/scripts/demo/run-simulation";
import { settleCase } from "@/scripts/demo/settle-case";
import { timeline } from "@/scripts/demo/timeline";
import type { UnknownEffect } from "@/scripts/demo/unknown-effect";
import { WaitingRuntime } from "@/scripts/demo/waiting-runtime";
import { type ApiClient, createApiClient } from "@/scripts/replay/api-client";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { startTestServer, type TestServer } from "../support/server";

const plan = makePlan("test", Date.now() * 1000);
const until = plan.started_at + 6 * DAY;
const told: TimelineItem[] = [];
for (const item of timeline(plan)) {
  if (item.at > until) break;
  told.push(item);
}
const effects = (kind: "unknown" | "settlement"): UnknownEffect[] =>
  told.flatMap((item) => (item.kind === kind ? [item.effect] : []));

let database: TestDatabase;
let server: TestServer;
let client: ApiClient;
const stop = new AbortController();

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ databaseUrl: database.url });
  client = createApiClient({ url: server.url, key: server.key, signal: stop.signal });
});
afterAll(async () => {
  stop.abort();
  await server?.stop();
  await database?.drop();
});

/** Plays the first six days as if they were all there is. */
async function playHistory(): Promise<void> {
  const done = new AbortController();
  const credentials = { database: "", key: server.key, admin_email: "", admin_password: "" };
  const state: DemoState = { ...plan, ...credentials, sent_until: 0 };
  const how = { client, state, save: async () => undefined, say: () => undefined, signal: done.signal };
  await runSimulation({ ...how, now: () => until }, () => done.abort());
  expect(state.sent_until).toBe(told.at(-1)?.at);
}

async function countRows() {
  const [rows] = await database.sql`
    SELECT (SELECT count(*) FROM events)::int AS event, (SELECT count(*) FROM frames)::int AS frames,
           (SELECT count(*) FROM recoveries)::int AS recovery, (SELECT sum(calls) FROM calls)::int AS calls,
           (SELECT count(*) FROM cases)::int AS cases, (SELECT count(*) FROM verdicts)::int AS verdicts,
           (SELECT count(*) FROM quarantine)::int AS quarantine`;
  return rows;
}

test("the story arrives as it is told, and told twice it counts once", async () => {
  await playHistory();
  const ofKind = (kind: TimelineItem["kind"]) => told.filter((item) => item.kind === kind).length;
  const calls = told.flatMap((item) =>
    item.kind === "calls" ? (item.body.calls as { count: number }[]) : [],
  );
  const rows = await countRows();
  expect(rows).toMatchObject({
    event: ofKind("event"),
    frames: ofKind("frames"),
    recovery: ofKind("recovery"),
    calls: calls.reduce((sum, row) => sum + row.count, 0),
    verdicts: ofKind("settlement"),
    quarantine: 0,
  });
  await playHistory();
  expect(await countRows()).toEqual(rows);
});

test("a runtime that waits learns the verdict and acknowledges it before it acts", async () => {
  const settled = new Set(effects("settlement"));
  const open = effects("unknown").find((effect) => !settled.has(effect));
  if (!open) throw new Error("the first six days leave no effect open");
  const acted = new Promise<string>((resolve, reject) => {
    new WaitingRuntime(client, resolve, reject).waitFor(open);
  });
  const verdictId = await settleCase(client, open, until);
  expect(await acted).toContain("was settled as");
  const [delivery] = await database.sql`SELECT acknowledged_at FROM verdicts WHERE verdict_id = ${verdictId}`;
  expect(delivery?.acknowledged_at).not.toBeNull();
});
