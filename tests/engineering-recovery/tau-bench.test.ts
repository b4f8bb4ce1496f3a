import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { recoveryAttemptsCsv, recoveryFiguresCsv } from "@/domain/recovery-csv";
import type { Runtime, ServiceContext } from "@/lib/services/context";
import { readRecovery } from "@/lib/services/recovery/read-recovery";
import { personContext, report } from "../reading/failures";
import { AIRLINE_RUNS, hasAirlineRuns, type Line, linesOf } from "../support/airline-runs";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { keyContext, openTestRuntime } from "../support/runtime";
import { recover } from "./world";

const DAY = 24 * 3_600_000;

/** Real agents' failures, counted independently of this program. */
describe.skipIf(!hasAirlineRuns)("attempts of 200 airline runs from ../shared/data/tau-bench", () => {
  let database: TestDatabase;
  let rt: Runtime;
  let engineer: ServiceContext;
  let range: { from: string; to: string };
  const expected = hasAirlineRuns
    ? JSON.parse(readFileSync(join(AIRLINE_RUNS, "expected.json"), "utf8"))
    : {};
  const { attempts_histogram, attempts_nearest_rank, recovered, gave_up } = expected;

  beforeAll(async () => {
    database = await createTestDatabase();
    rt = openTestRuntime(database);
    const key = await keyContext(rt);
    engineer = personContext(rt, ["engineer"]);
    const [events, recoveries] = [linesOf("events.ndjson"), linesOf("recoveries.ndjson")];
    const times = [...events, ...recoveries].map(({ occurred_at }) => Date.parse(String(occurred_at)));
    const shift = Math.floor((Date.now() - Math.max(...times)) / DAY) * DAY;
    const moved = (line: Line) => ({
      ...line,
      occurred_at: new Date(Date.parse(String(line.occurred_at)) + shift).toISOString(),
    });
    await report(key, events.map(moved));
    await recover(key, recoveries.map(moved));
    const iso = (millis: number) => new Date(millis + shift).toISOString();
    range = { from: iso(Math.min(...times) - DAY), to: iso(Math.max(...times) + 60_000) };
  });
  afterAll(async () => {
    await rt.close();
    await database.drop();
  });

  it("are what was counted by hand, percentiles by nearest rank", async () => {
    const answer = await readRecovery(engineer, range);
    expect(answer).toMatchObject({ known_from: "reported", read: { rows: 38, whole: true } });
    const { attempts, ...figures } = answer.total.all;
    expect(Object.fromEntries(attempts.map((one) => [one.attempts, one.episodes]))).toEqual(
      attempts_histogram,
    );
    expect(figures).toEqual({
      ...{ episodes: recovered + gave_up, recovered, gave_up, escalated: 0 },
      ...{ gave_up_share: gave_up / (recovered + gave_up), ...attempts_nearest_rank },
    });
  });

  it("are the same in sum over tools and codes, and under a filter", async () => {
    const { items, pairs, total } = await readRecovery(engineer, range);
    expect(items).toHaveLength(pairs);
    const sum = (of: (item: (typeof items)[number]) => number | null) =>
      items.reduce((all, item) => all + (of(item) ?? 0), 0);
    expect(sum(({ all }) => all.episodes)).toBe(total.all.episodes);
    expect(sum(({ all }) => all.gave_up)).toBe(gave_up);
    for (const { tool, code, all } of items) {
      const alone = await readRecovery(engineer, { ...range, tool: [tool], code: [code] });
      expect(alone.total.all).toEqual(all);
    }
  });

  it("are the same in the exports, line by line", async () => {
    const answer = await readRecovery(engineer, range);
    const [head, total] = recoveryFiguresCsv(answer).split("\r\n").map(cellsOf);
    expect(Object.fromEntries((head ?? []).map((name, index) => [name, total?.[index]]))).toMatchObject({
      ...{ tool: "", code: "", side: "all", known_from: "reported" },
      ...{ recovered: `${recovered}`, gave_up: `${gave_up}`, p50: `${attempts_nearest_rank.p50}` },
      ...{
        p90: `${attempts_nearest_rank.p90}`,
        p99: `${attempts_nearest_rank.p99}`,
        max: `${attempts_nearest_rank.max}`,
      },
    });
    const lines = recoveryAttemptsCsv(answer).split("\r\n").map(cellsOf);
    const ofAll = lines.filter(([tool, , , side]) => tool === "" && side === "all");
    expect(Object.fromEntries(ofAll.map((cells) => [cells[5], Number(cells[6])]))).toEqual(
      attempts_histogram,
    );
    expect(ofAll.at(-1)?.[7]).toBe("1");
  });

  it("computed from the events alone have as many episodes, and each as many failures", async () => {
    await database.sql`delete from recoveries`;
    const { known_from, total } = await readRecovery(engineer, range);
    expect(known_from).toBe("computed");
    const failures = linesOf("recoveries.ndjson").map(
      ({ attempts, outcome }) => Number(attempts) - (outcome === "recovered" ? 1 : 0),
    );
    const counted = total.all.attempts.flatMap(({ attempts, episodes }) =>
      Array<number>(episodes).fill(attempts - 1),
    );
    expect(counted).toEqual(failures.sort((one, other) => one - other));
    expect(total.all).toMatchObject({ episodes: 38, recovered: null, gave_up: null, gave_up_share: null });
  });
});

const cellsOf = (line: string) => line.split(",").map((cell) => cell.replace(/^"(.*)"$/, "$1"));
