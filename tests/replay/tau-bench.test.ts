import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RatesAnswer, ratesAnswer } from "@/lib/contract/rates";
import { AIRLINE_RUNS, type Expected, hasAirlineRuns } from "../support/airline-runs";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { startTestServer, type TestServer } from "../support/server";
import { type ReplayRun, runReplay } from "./run-replay";

const DAY_MS = 86_400_000;

describe.skipIf(!hasAirlineRuns)("the airline runs, replayed into an empty database", () => {
  let database: TestDatabase;
  let server: TestServer;
  let folder: string;
  let expected: Expected;
  let first: ReplayRun;

  beforeAll(async () => {
    expected = JSON.parse(readFileSync(join(AIRLINE_RUNS, "expected.json"), "utf8"));
    folder = await mkdtemp(join(tmpdir(), "errata-replay-"));
    database = await createTestDatabase();
    server = await startTestServer({ databaseUrl: database.url });
    first = await replayIt();
  });
  afterAll(async () => {
    await server?.stop();
    await database?.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const replayIt = () => runReplay(server, join(folder, "shifts.json"), [AIRLINE_RUNS, "--shift-to-now"]);

  async function rates(groupBy: string): Promise<RatesAnswer> {
    const from = new Date(Date.now() - 30 * DAY_MS).toISOString();
    const query = new URLSearchParams({ from, step: "1d", group_by: groupBy });
    const headers = { authorization: `Bearer ${server.key}` };
    const response = await fetch(`${server.url}/api/v1/rates?${query}`, { headers });
    expect(response.status).toBe(200);
    return ratesAnswer.parse(await response.json());
  }

  const counts = ({ series }: RatesAnswer) =>
    Object.fromEntries(series.map(({ key, failures }) => [key, failures]));

  async function everything() {
    const groupings = ["code", "class", "tool", "effect", "service", "release"];
    const [rows] = await database.sql`
      SELECT (SELECT count(*) FROM events) AS events, (SELECT sum(calls) FROM calls) AS calls,
             (SELECT count(*) FROM recoveries) AS recoveries, (SELECT count(*) FROM quarantine) AS quarantine,
             (SELECT count(*) FROM cases) AS cases`;
    const answers = await Promise.all(groupings.map(rates));
    return { rows, answers: answers.map(({ series, totals }) => ({ series, totals })) };
  }

  test("everything is taken, in the order that never shows a rate above 100%", () => {
    expect(first.output).toContain("Ignored: LICENSE, expected.json.");
    expect(first.output).toMatch(/calls\.ndjson[^\n]*1,164 accepted[^\n]*\nevents\.ndjson[^\n]*73 accepted/);
    expect(first.code).toBe(0);
  });

  test("rates report by code, class, tool and effect what was counted independently", async () => {
    expect(counts(await rates("code"))).toEqual(expected.by_code);
    expect(counts(await rates("class"))).toEqual(expected.by_class);
    expect(counts(await rates("tool"))).toEqual(Object.fromEntries(expected.by_tool));
    expect((await rates("effect")).series).toMatchObject([{ key: null, failures: expected.events }]);
  });

  test("totals report calls, failure rate and unmapped share exactly", async () => {
    expect((await rates("class")).totals).toEqual({
      failures: expected.events,
      unmapped: expected.unmapped,
      unmapped_share: expected.unmapped_share,
      calls: expected.calls,
      failure_rate: expected.failure_rate,
    });
  });

  test("recoveries are kept with their outcome", async () => {
    const rows = await database.sql`SELECT outcome, count(*)::int AS n FROM recoveries GROUP BY outcome`;
    expect(Object.fromEntries(rows.map((row) => [row.outcome, row.n]))).toEqual({
      recovered: expected.recovered,
      gave_up: expected.gave_up,
    });
  });

  test("times end within the last day, and no digit of a microsecond is lost", async () => {
    const [row] = await database.sql`
      SELECT max(occurred_at) > now() - interval '3 days' AS recent, max(occurred_at) <= now() AS past,
             count(*) FILTER (WHERE to_char(occurred_at, 'US') = '350360')::int AS kept FROM events`;
    expect(row).toEqual({ recent: true, past: true, kept: 1 });
  });

  test("a second replay changes nothing", async () => {
    const before = await everything();
    const second = await replayIt();
    expect(second.code).toBe(0);
    expect(second.output).toContain("as they did first on");
    expect(second.output).toContain("Done: 0 accepted · 1,275 duplicate · 0 conflict · 0 rejected.");
    expect(await everything()).toEqual(before);
  });
});
