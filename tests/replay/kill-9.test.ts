import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ProgressView } from "@/scripts/replay/progress";
import { replay } from "@/scripts/replay/replay";
import { uuidFromContent } from "@/scripts/replay/report-id";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { startTestServer, type TestServer } from "../support/server";
import { runReplay } from "./run-replay";

const EVENTS = 8000;
const KILLED_AFTER = 2000;
let database: TestDatabase;
let server: TestServer;
let folder: string;

function eventLine(number: number): string {
  const occurred_at = new Date(Date.now() - 3_600_000 + number).toISOString();
  const unknown = number % 50 === 0 && { effect: "unknown", idempotency_key: `key_${number % 400}` };
  return JSON.stringify({
    event_id: uuidFromContent("kill -9", String(number)),
    reference: `err_${number.toString(16).padStart(6, "0")}`,
    occurred_at,
    tool: `tool_${number % 7}`,
    code: number % 3 === 0 ? "internal_error" : "invalid_status",
    class: "validation",
    ...unknown,
  });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "errata-kill-"));
  const lines = Array.from({ length: EVENTS }, (_, number) => eventLine(number));
  await writeFile(join(folder, "events.ndjson"), `${lines.join("\n")}\n`);
  database = await createTestDatabase();
  server = await startTestServer({ databaseUrl: database.url, pages: false });
});
afterAll(async () => {
  await server?.kill();
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Replays until so many were answered as accepted, and kills the server under it. */
async function replayUntilKilled(): Promise<string[]> {
  const accepted: string[] = [];
  const stop = new AbortController();
  const options = {
    path: folder,
    as: undefined,
    url: server.url,
    key: server.key,
    rate: null,
    shift_to_now: false,
    new_shift: false,
    state_path: join(folder, "shifts.json"),
  };
  const view = new ProgressView({ write: () => true });
  let killed: Promise<void> | null = null;
  const running = replay(options, view, stop.signal, (batch, results) => {
    for (const [index, { outcome }] of results.entries())
      if (outcome === "accepted") accepted.push(JSON.parse(batch.items[index]?.text ?? "").event_id);
    if (accepted.length >= KILLED_AFTER && !killed) {
      killed = server.kill();
      killed.then(() => stop.abort(new Error("killed")));
    }
  });
  await expect(running).rejects.toThrow("killed");
  return accepted;
}

test("kill -9 of the server in the middle of a replay loses nothing it had answered, and a repeat completes it", async () => {
  const accepted = await replayUntilKilled();
  expect(accepted.length).toBeGreaterThanOrEqual(KILLED_AFTER);
  expect(accepted.length).toBeLessThan(EVENTS);

  const { key } = server; // the database knows it; a restart brings no other
  server = { ...(await startTestServer({ databaseUrl: database.url, pages: false })), key };
  const stored = await database.sql`SELECT event_id FROM events`;
  const ids = new Set(stored.map((row) => row.event_id));
  expect(accepted.filter((id) => !ids.has(id))).toEqual([]);
  await expectRollupsToAgree();

  const again = await runReplay(server, join(folder, "shifts.json"), [folder]);
  expect(again.code).toBe(0);
  expect(again.output).toContain(`${stored.length.toLocaleString("en-US")} duplicate`);
  const [after] =
    await database.sql`SELECT count(*)::int AS n, count(DISTINCT event_id)::int AS ids FROM events`;
  expect(after).toEqual({ n: EVENTS, ids: EVENTS });
  await expectRollupsToAgree();
});

/** Whatever was cut off, each rollup counts exactly the events that are there. */
async function expectRollupsToAgree(): Promise<void> {
  const [events] = await database.sql`SELECT count(*)::int AS n FROM events`;
  const levels = await database.sql`
    SELECT level, sum(q0 + q1 + q2 + q3)::int AS n FROM rollup_hours JOIN series USING (series_id) GROUP BY level`;
  expect(levels.length).toBe(3);
  for (const level of levels) expect(level).toEqual({ level: level.level, n: events?.n });
}
