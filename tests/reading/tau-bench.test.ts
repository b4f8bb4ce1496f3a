import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callLines, rateLines } from "@/domain/rate-export";
import { recordCalls } from "@/lib/services/calls/record-calls";
import type { Runtime, ServiceContext } from "@/lib/services/context";
import { exportEvents } from "@/lib/services/events/export-events";
import { countEvents } from "@/lib/services/rates/count-events";
import { countFailureRates } from "@/lib/services/rates/count-failure-rates";
import { recordRecoveries } from "@/lib/services/recoveries/record-recoveries";
import { AIRLINE_RUNS, hasAirlineRuns, type Line, linesOf } from "../support/airline-runs";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { keyContext, openTestRuntime } from "../support/runtime";
import { personContext, report } from "./failures";

const DAY = 24 * 3_600_000;

/** Real agents' failures, counted independently of this program. */
describe.skipIf(!hasAirlineRuns)("200 airline runs from ../shared/data/tau-bench", () => {
  let database: TestDatabase;
  let rt: Runtime;
  let engineer: ServiceContext;
  let range: { from: string; to: string };
  const expected = hasAirlineRuns
    ? JSON.parse(readFileSync(join(AIRLINE_RUNS, "expected.json"), "utf8"))
    : {};

  beforeAll(async () => {
    database = await createTestDatabase();
    rt = openTestRuntime(database);
    const key = await keyContext(rt);
    engineer = personContext(rt, ["engineer"]);
    const [events, calls, recoveries] = [
      linesOf("events.ndjson"),
      linesOf("calls.ndjson"),
      linesOf("recoveries.ndjson"),
    ];
    const times = [...events, ...recoveries, ...calls].map((line) =>
      Date.parse(String(line.occurred_at ?? line.minute)),
    );
    // Whole days, so that minutes stay minutes.
    const shift = Math.floor((Date.now() - Math.max(...times)) / DAY) * DAY;
    const moved = (line: Line, field: string) => ({
      ...line,
      [field]: new Date(Date.parse(String(line[field])) + shift).toISOString(),
    });
    await report(
      key,
      events.map((line) => moved(line, "occurred_at")),
    );
    const reported = { report_id: crypto.randomUUID(), calls: calls.map((line) => moved(line, "minute")) };
    const items = (sent: Line[]) => ({ items: sent.map((item) => ({ item, unreadable: null })) });
    expect((await recordCalls(key, items([reported]))).rejected).toBe(0);
    const recovered = await recordRecoveries(
      key,
      items(recoveries.map((line) => moved(line, "occurred_at"))),
    );
    expect(recovered.rejected).toBe(0);
    const iso = (millis: number) => new Date(millis).toISOString();
    range = { from: iso(Math.min(...times) + shift - DAY), to: iso(Math.max(...times) + shift + 60_000) };
  });
  afterAll(async () => {
    await rt.close();
    await database.drop();
  });

  const byKey = async (group_by: "code" | "class" | "tool" | "effect") => {
    const { series } = await countEvents(engineer, { ...range, group_by });
    return Object.fromEntries(series.map(({ key, failures }) => [key ?? "not reported", failures]));
  };

  it("the totals are what was counted by hand", async () => {
    const { totals } = await countEvents(engineer, range);
    expect(totals).toEqual({
      failures: expected.events,
      unmapped: expected.unmapped,
      unmapped_share: expected.unmapped_share,
      calls: expected.calls,
      failure_rate: expect.closeTo(expected.failure_rate, 12),
    });
  });

  it("and so are codes, classes, tools and effects", async () => {
    expect(await byKey("code")).toEqual(expected.by_code);
    expect(await byKey("class")).toEqual(expected.by_class);
    expect(await byKey("tool")).toEqual(Object.fromEntries(expected.by_tool));
    expect(await byKey("effect")).toEqual(expected.effects);
  });

  it("the first codes by themselves and the rest as one are the same, in the chart, its export and the rows", async () => {
    const rates = await countEvents(engineer, {
      ...range,
      step: "1d",
      group_by: "code",
      top: 3,
      compare: true,
    });
    const drawn = Object.fromEntries(rates.series.map(({ key, failures }) => [key, failures]));
    const rest = Object.entries(expected.by_code as Record<string, number>).filter(
      ([code]) => !(code in drawn),
    );
    expect(expected.by_code).toMatchObject(drawn);
    expect(rates.other).toMatchObject({ keys: rest.length, failures: sum(rest.map(([, count]) => count)) });
    expect(exportedFailures(rateLines(rates, true))).toBe(expected.events);
    let rows = -1;
    for await (const piece of exportEvents(engineer, { from: rates.from, to: rates.to }))
      rows += piece.split("\r\n").length - 1;
    expect(rows).toBe(expected.events);
  });

  it("failures against calls too, by tool and in the export", async () => {
    const rates = await countFailureRates(engineer, { ...range, step: "1d", group_by: "tool", top: 4 });
    expect(rates.totals).toEqual({
      failures: expected.events,
      calls: expected.calls,
      failure_rate: expect.closeTo(expected.failure_rate, 12),
    });
    expect(exportedFailures(callLines(rates, true))).toBe(expected.events);
  });

  it("recoveries too", async () => {
    const [row] = await database.sql`select count(*) filter (where outcome = 'recovered')::int as recovered,
      count(*) filter (where outcome = 'gave_up')::int as gave_up from recoveries`;
    expect(row).toEqual({ recovered: expected.recovered, gave_up: expected.gave_up });
  });
});

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** The failures that the lines of an export add up to. */
const exportedFailures = (lines: Iterable<string>) =>
  sum([...lines].slice(1).map((line) => Number(line.split(",")[4]?.replaceAll('"', ""))));
