import { afterAll, beforeAll, expect, test } from "vitest";
import { findBulk } from "@/db/queries/bulk-actions";
import { topicOfBulk } from "@/db/queries/bulk-chunk";
import { type BulkDetail, bulkDetail } from "@/lib/contract/bulk";
import { startTestServer, type TestServer } from "../support/server";
import { type BulkWorld, openBulkWorld } from "./bulk-world";

const TOTAL = 2_000;
/** Two parts of it can be done; whoever goes on waits for the rest. */
const FREE = 1_000;

let world: BulkWorld;
/** The key that the first process made, on the empty database. */
let key: string;
const servers: TestServer[] = [];
beforeAll(async () => {
  world = await openBulkWorld();
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()));
  await world.close();
});

async function serve(role: string): Promise<TestServer> {
  const env = { ERRATA_ROLE: role };
  const server = await startTestServer({ databaseUrl: world.database.url, pages: false, env });
  servers.push(server);
  return server;
}

async function post(server: TestServer, path: string, body: unknown): Promise<BulkDetail> {
  const response = await fetch(`${server.url}/api/v1/bulk-actions${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer: unknown = await response.json();
  expect(response.ok, JSON.stringify(answer)).toBe(true);
  return bulkDetail.parse(answer);
}

async function untilDone(bulk_id: string, done: number): Promise<void> {
  for (;;) {
    const woken = world.rt.hub.wait([topicOfBulk(bulk_id)], { timeoutMs: 60_000 });
    const row = await findBulk(world.rt.db, null, bulk_id);
    if (row !== null && row.done >= done) return;
    if ((await woken) === "timeout") throw new Error(`no progress: ${JSON.stringify(row)}`);
  }
}

/** What each table says was done. */
async function tally(bulk_id: string) {
  const [row] = await world.database.sql`select
    (select done from bulk_actions where bulk_id = ${bulk_id}) as counted,
    (select count(*)::int from bulk_items where bulk_id = ${bulk_id} and outcome = 'done') as items,
    (select count(*)::int from cases where state = 'settled') as settled,
    (select count(*)::int from verdicts) as verdicts,
    (select count(*)::int from evidence) as evidence,
    (select count(*)::int from outbox where type = 'case.settled') as told,
    (select count(*)::int from audit where details ->> 'bulk_id' = ${bulk_id}) as audited`;
  return row;
}

const all = (n: number) => ({
  counted: n,
  items: n,
  settled: n,
  verdicts: n,
  evidence: n,
  told: n,
  audited: n,
});

test("kill -9 in the middle: another process goes on, nothing is lost and nothing is done twice", async () => {
  for (let at = 0; at < TOTAL; at += 500) await world.openMany(500);
  const first = await serve("ingest");
  key = first.key;
  const observed_at = new Date().toISOString();
  const evidence = [{ kind: "settlement file", external_id: "file-7", observed_at }];
  const frozen = await post(first, "", {
    ...{ kind: "verdict", parameters: { verdict: "committed", evidence } },
    choose: { view: "open" },
  });
  expect(frozen).toMatchObject({ total: TOTAL, preview: { will_do: TOTAL } });
  const { bulk_id } = frozen;
  await world.database.sql.begin(async (sql) => {
    await sql`select from cases where case_id in
      (select case_id from bulk_items where bulk_id = ${bulk_id} and position > ${FREE}) for update`;
    expect((await post(first, `/${bulk_id}/start`, { count: TOTAL })).state).toBe("running");
    await untilDone(bulk_id, FREE);
    await first.kill();
  });
  expect(await tally(bulk_id)).toEqual(all(FREE));
  expect(await findBulk(world.rt.db, null, bulk_id)).toMatchObject({ state: "running", finished_at: null });
  await serve("duties");
  const over = await world.untilOver(bulk_id);
  expect(over).toMatchObject({ state: "done", done: TOTAL, skipped: 0, failed: 0 });
  expect(await tally(bulk_id)).toEqual(all(TOTAL));
});

test("a process that is stopped in order leaves the action to the next at once", async () => {
  // Two parts are under way when it stops, and end: there must be more.
  const total = 3_000;
  for (let at = 0; at < total; at += 500) await world.openMany(500);
  const server = await serve("ingest");
  const frozen = await post(server, "", { kind: "claim", choose: { view: "open" } });
  const { bulk_id } = frozen;
  await world.database.sql.begin(async (sql) => {
    await sql`select from cases where case_id in
      (select case_id from bulk_items where bulk_id = ${bulk_id} and position > ${FREE}) for update`;
    await post(server, `/${bulk_id}/start`, { count: total });
    await untilDone(bulk_id, FREE);
    // It waits for the parts under way, which wait for this transaction.
    void server.stop();
  });
  await server.stop();
  const left = await findBulk(world.rt.db, null, bulk_id);
  expect(left?.taken_until).toBeNull();
  expect(left?.state).toBe("running");
  expect(await world.untilOver(bulk_id)).toMatchObject({ state: "done", done: total });
});
