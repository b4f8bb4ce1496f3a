import { afterAll, beforeAll, expect, test } from "vitest";
import { findReplay } from "@/db/queries/replays";
import { topicOfReplay } from "@/lib/services/replay-chunk";
import { startTestServer, type TestServer } from "../support/server";
import { openQuarantineWorld, type QuarantineWorld, SET_TOOL, toolless } from "./world";

const TOTAL = 1_200;
/** Two parts of it can be sent; whoever goes on waits for the rest. */
const FREE = 400;

let world: QuarantineWorld;
const servers: TestServer[] = [];
beforeAll(async () => {
  world = await openQuarantineWorld();
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

async function untilAccepted(replay_id: string, accepted: number): Promise<void> {
  for (;;) {
    const woken = world.rt.hub.wait([topicOfReplay(replay_id)], { timeoutMs: 60_000 });
    const row = await findReplay(world.rt.db, null, replay_id);
    if (row !== null && row.accepted >= accepted) return;
    if ((await woken) === "timeout") throw new Error(`no progress: ${JSON.stringify(row)}`);
  }
}

/** What each table says was done. */
async function tally(replay_id: string) {
  const [row] = await world.database.sql`select
    (select accepted from replays where replay_id = ${replay_id}) as counted,
    (select count(*)::int from replay_items where replay_id = ${replay_id} and outcome = 'accepted') as items,
    (select count(*)::int from events) as stored,
    (select sum(q0 + q1 + q2 + q3)::int from rollup_hours join series using (series_id) where level = 'full') as rolled,
    (select count(*)::int from quarantine where state = 'replayed') as replayed`;
  return row;
}

const all = (n: number) => ({ counted: n, items: n, stored: n, rolled: n, replayed: n });

test("a process that dies in the middle of a replay: another goes on, and nothing is stored twice", async () => {
  await world.send(
    "events",
    Array.from({ length: TOTAL }, () => toolless()),
  );
  const { replay_id } = await world.freeze({ state: ["open"] }, SET_TOOL);
  const { sql } = world.database;
  // Whoever comes to the first of the third part waits, with its part begun.
  const held = await sql.reserve();
  await held`begin`;
  await held`select 1 from quarantine where quarantine_id = (select quarantine_id from replay_items
    where replay_id = ${replay_id} and position = ${FREE + 1}) for update`;
  await sql`update replays set state = 'running', started_at = now() where replay_id = ${replay_id}`;

  const first = await serve("duties");
  await untilAccepted(replay_id, FREE);
  await first.kill();
  expect(await tally(replay_id)).toEqual(all(FREE));
  await held`rollback`;
  held.release();

  await serve("duties");
  expect(await world.untilOver(replay_id)).toMatchObject({ state: "done", accepted: TOTAL, skipped: 0 });
  expect(await tally(replay_id)).toEqual(all(TOTAL));
});
