import { afterAll, beforeAll, expect, test } from "vitest";
import { topicsForIntent } from "@/db/queries/case-topics";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { answerAllRaw, holdPolls, pollOf, reportUnknowns, residentMegabytes } from "../support/long-polls";
import { openTestRuntime } from "../support/runtime";
import { startTestServer, type TestServer } from "../support/server";

const POLLS = 5_000;

/** What a bare Node server needs to answer as many; beyond so many times that, ours is slow on any machine. */
const RAW_RATIO_MAX = 5;

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

/** Settles them all in one transaction and publishes it from this process: the server hears of it by NOTIFY. */
async function settleAll(): Promise<number> {
  const rt = openTestRuntime(database);
  try {
    await rt.sql`
      with given as (
        insert into verdicts (verdict_id, case_id, opening, state, verdict, directive, observed_at, by_kind, by_id, by,
          request_hash, given_at, settled_at)
        select gen_random_uuid(), case_id, opening, 'settled', 'committed', 'treat_as_done', now(), 'person', 'ann',
          'Ann', case_id::text, now(), now()
        from cases where state = 'open'
        returning verdict_id, case_id
      )
      update cases set state = 'settled', verdict_id = given.verdict_id, settled_at = now()
      from given where cases.case_id = given.case_id`;
    const committed_at = Date.now();
    const rows = await rt.sql<Parameters<typeof topicsForIntent>[0][]>`
      select case_id, tool, idempotency_key from cases`;
    for (const topic of new Set(rows.flatMap((row) => topicsForIntent(row)))) rt.hub.publish(topic);
    return committed_at;
  } finally {
    await rt.close();
  }
}

test("5,000 polls wait under 200 MB more and all get their own case's verdict within 2 s", async () => {
  const { url, key } = server;
  const raw_seconds = await answerAllRaw(POLLS);
  const cases = await reportUnknowns(server, POLLS);
  const warm = await holdPolls({ url, key, queries: cases.slice(0, 500).map(pollOf), wait_seconds: 0 });
  await warm.answers;
  const before = residentMegabytes(server.pid);
  const polls = await holdPolls({ url, key, queries: cases.map(pollOf), wait_seconds: 60 });
  const held_megabytes = residentMegabytes(server.pid) - before;
  const committed_at = await settleAll();
  const answers = await polls.answers;
  const seconds = (Math.max(...answers.map(({ answered_at }) => answered_at)) - committed_at) / 1000;

  const standing = await database.sql<{ case_id: string; verdict_id: string }[]>`
    select c.case_id, c.verdict_id from cases c join verdicts v using (verdict_id) where v.delivered_at is not null`;
  const verdictOf = new Map(standing.map((row) => [row.case_id, row.verdict_id]));
  expect(answers.map(({ status, body }) => [status, body.state, body.case_id, body.verdict_id])).toEqual(
    cases.map(({ case_id }) => [200, "settled", case_id, verdictOf.get(case_id)]),
  );
  const measured = `${held_megabytes.toFixed(0)} MB, ${seconds} s; bare Node answers as many in ${raw_seconds} s`;
  expect(held_megabytes, measured).toBeLessThan(200);
  expect(seconds, measured).toBeLessThan(Math.max(2, RAW_RATIO_MAX * raw_seconds));
}, 300_000);
