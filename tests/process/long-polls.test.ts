import { afterAll, beforeAll, expect, test } from "vitest";
import { type BulkVerdict, settleAllInBulk } from "../support/bulk-verdict";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { answerAllRaw, holdPolls, pollOf, reportUnknowns, residentMegabytes } from "../support/long-polls";
import { openTestRuntime } from "../support/runtime";
import { startTestServer, type TestServer } from "../support/server";

const POLLS = 5_000;

/** What a bare Node server needs to answer as many; beyond so many times that, ours is slow on any machine. */
const RAW_RATIO_MAX = 10;

let database: TestDatabase;
let server: TestServer;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ databaseUrl: database.url, pages: false });
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});

/** By a bulk verdict in this process: the server hears of it by NOTIFY. */
async function settleAll(): Promise<BulkVerdict> {
  const rt = openTestRuntime(database);
  try {
    return await settleAllInBulk(rt);
  } finally {
    await rt.close();
  }
}

test("5,000 polls wait under 200 MB more and all get their own case's verdict within 2 s", async () => {
  const { url, key } = server;
  const { seconds: raw_seconds } = await answerAllRaw(POLLS);
  const cases = await reportUnknowns(server, POLLS);
  const warm = await holdPolls({ url, key, queries: cases.slice(0, 500).map(pollOf), wait_seconds: 0 });
  await warm.answers;
  const before = residentMegabytes(server.pid);
  const polls = await holdPolls({ url, key, queries: cases.map(pollOf), wait_seconds: 60 });
  const held_megabytes = residentMegabytes(server.pid) - before;
  const { finished_at } = await settleAll();
  const answers = await polls.answers;
  const seconds = (Math.max(...answers.map(({ answered_at }) => answered_at)) - finished_at) / 1000;

  const standing = await database.sql<{ case_id: string; verdict_id: string }[]>`
    select c.case_id, c.verdict_id from cases c join verdicts v using (verdict_id) where v.delivered_at is not null`;
  const verdictOf = new Map(standing.map((row) => [row.case_id, row.verdict_id]));
  expect(answers.map(({ status, body }) => [status, body.state, body.case_id, body.verdict_id])).toEqual(
    cases.map(({ case_id }) => [200, "settled", case_id, verdictOf.get(case_id)]),
  );
  const measured = `${held_megabytes.toFixed(0)} MB, ${seconds} s after the bulk verdict; bare Node answers as many in ${raw_seconds} s`;
  expect(held_megabytes, measured).toBeLessThan(200);
  expect(seconds, measured).toBeLessThan(Math.max(2, RAW_RATIO_MAX * raw_seconds));
});
