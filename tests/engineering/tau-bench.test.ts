import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POST as postCalls } from "@/app/api/v1/calls/route";
import { GET as getCode } from "@/app/api/v1/codes/[code]/route";
import { GET as getCodes } from "@/app/api/v1/codes/route";
import { GET as getEvents, POST as postEvents } from "@/app/api/v1/events/route";
import { GET as getEventsCsv } from "@/app/api/v1/events.csv/route";
import { GET as getFacets } from "@/app/api/v1/facets/route";
import { GET as getFailureRates } from "@/app/api/v1/failure-rates/route";
import { GET as getFailureRatesCsv } from "@/app/api/v1/failure-rates.csv/route";
import { GET as getNextMoves } from "@/app/api/v1/next-moves/route";
import { GET as getRates } from "@/app/api/v1/rates/route";
import { GET as getRatesCsv } from "@/app/api/v1/rates.csv/route";
import { POST as postRecoveries } from "@/app/api/v1/recoveries/route";
import { GET as getRecovery } from "@/app/api/v1/recovery/route";
import { GET as getRecoveryCsv } from "@/app/api/v1/recovery.csv/route";
import { GET as getTools } from "@/app/api/v1/tool-reviews/route";
import { GET as getBurnDown } from "@/app/api/v1/unmapped/burn-down/route";
import { GET as getWorklist } from "@/app/api/v1/unmapped/worklist/route";
import type { CodeAnswer, CodesAnswer } from "@/lib/contract/codes";
import type { EventItem, EventsAnswer } from "@/lib/contract/events-list";
import type { NextMovesAnswer } from "@/lib/contract/next-moves";
import type { FacetsAnswer, FailureRatesAnswer, RatesAnswer } from "@/lib/contract/rates";
import type { RecoveryAnswer } from "@/lib/contract/recovery";
import type { ToolReviewsAnswer } from "@/lib/contract/tool-reviews";
import type { BurnDownAnswer, WorklistAnswer } from "@/lib/contract/unmapped";
import type { RouteHandler } from "@/lib/http/define-route";
import { call, makeKey, openWorld, type World } from "../access/world";
import { hasAirlineRuns, readAirlineRuns, readExpected } from "../support/airline-runs";
import { countBy } from "./event-oracle";
import { readCsv } from "./read-csv";
import { lookThrough } from "./world";

type Query = Record<string, string>;

/** Every door behind the engineers' pages, and every export, says of real agents' runs what was counted independently. */
describe.skipIf(!hasAirlineRuns)("of 200 airline runs from ../shared/data/tau-bench", () => {
  let world: World;
  let key: string;
  let range: Query;
  const expected = hasAirlineRuns ? readExpected() : ({} as ReturnType<typeof readExpected>);
  const { by_code, by_class, by_tool, effects } = expected;

  beforeAll(async () => {
    world = await openWorld();
    key = await makeKey(world, ["ingest", "read"]);
    const { calls, events, recoveries, range: whole } = readAirlineRuns();
    range = whole;
    const sent = [
      await call(postCalls, { key, body: { report_id: crypto.randomUUID(), calls } }),
      await call(postEvents, { key, body: events }),
      await call(postRecoveries, { key, body: recoveries }),
    ];
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200]);
    await lookThrough(world);
  });
  afterAll(() => world?.close());

  async function ask(handler: RouteHandler, query: Query = {}, params?: Query): Promise<Response> {
    const search = new URLSearchParams({ ...range, ...query });
    const answer = await call(handler, { key, query: `?${search}`, ...(params && { params }) });
    expect(answer.status).toBe(200);
    return answer;
  }
  const json = async <T>(...asked: Parameters<typeof ask>): Promise<T> => (await ask(...asked)).json();
  const csv = async (...asked: Parameters<typeof ask>) => readCsv(await (await ask(...asked)).text());

  it.each([
    ["code", by_code],
    ["class", by_class],
    ["tool", by_tool],
    ["effect", effects],
  ])("the charts by %s say so, their totals too, and their export", async (group_by, counts) => {
    const asked = { group_by, step: "6h", tz: "America/Chicago", compare: "true" };
    const { series, other, totals } = await json<RatesAnswer>(getRates, asked);
    expect(other).toBeNull();
    expect(countBy(series, named, ({ failures }) => failures)).toEqual(counts);
    const { calls, failure_rate, unmapped, unmapped_share } = expected;
    expect(totals).toEqual({ failures: expected.events, calls, failure_rate, unmapped, unmapped_share });
    const lines = await csv(getRatesCsv, asked);
    const ofFailures = lines.filter(({ failures }) => failures !== "0");
    expect(
      countBy(
        ofFailures,
        (line) => `${line.series}`,
        ({ failures }) => Number(failures),
      ),
    ).toEqual(counts);
    expect(ofFailures.every(({ unmapped_share: share }) => share === "0")).toBe(true);
  });

  const named = ({ key: name }: { key: string | null }) => name ?? "not reported";

  it("the failure rates by tool say so, and their export", async () => {
    const asked = { group_by: "tool", step: "1d" };
    const { series, totals } = await json<FailureRatesAnswer>(getFailureRates, asked);
    const { calls, events: failures, failure_rate } = expected;
    expect(totals).toEqual({ failures, calls, failure_rate });
    const failed = series.filter((one) => one.failures > 0);
    expect(countBy(failed, named, (one) => one.failures)).toEqual(by_tool);
    const lines = await csv(getFailureRatesCsv, asked);
    const sum = (name: string) => lines.reduce((all, line) => all + Number(line[name]), 0);
    expect([sum("failures"), sum("calls")]).toEqual([failures, calls]);
  });

  it("the list of events says so page by page, and its export", async () => {
    const listed: EventItem[] = [];
    let cursor: string | null = null;
    do {
      const page: EventsAnswer = await json(getEvents, { limit: "10", ...(cursor && { cursor }) });
      listed.push(...page.items);
      cursor = page.next_cursor;
    } while (cursor !== null);
    for (const rows of [listed, await csv(getEventsCsv)]) {
      expect(rows).toHaveLength(expected.events);
      expect(countBy<(typeof rows)[number]>(rows, ({ code }) => `${code}`)).toEqual(by_code);
      expect(countBy<(typeof rows)[number]>(rows, (row) => `${row.class}`)).toEqual(by_class);
      expect(countBy<(typeof rows)[number]>(rows, ({ tool }) => `${tool}`)).toEqual(by_tool);
      expect(countBy<(typeof rows)[number]>(rows, ({ effect }) => effect ?? "not reported")).toEqual(effects);
    }
  });

  it("the worklist has nothing to map, and so had no day", async () => {
    const { totals, items } = await json<WorklistAnswer>(getWorklist);
    const { events: failures, unmapped, unmapped_share } = expected;
    expect(totals).toEqual({ failures, unmapped, unmapped_share, grouped: unmapped });
    expect(items).toEqual([]);
    const { days } = await json<BurnDownAnswer>(getBurnDown);
    expect(days.map(({ seen, left, mapped }) => [seen, left, mapped])).toEqual(days.map(() => [0, 0, 0]));
  });

  it("the registry says so code by code, and the page of each", async () => {
    const { failures, items } = await json<CodesAnswer>(getCodes);
    expect(failures).toBe(expected.events);
    expect(
      countBy(
        items,
        ({ code }) => code,
        ({ events }) => events,
      ),
    ).toEqual(by_code);
    const classes = items.flatMap((item) => item.classes);
    expect(
      countBy(
        classes,
        (one) => one.class,
        ({ events }) => events,
      ),
    ).toEqual(by_class);
    const pages = await Promise.all(items.map(({ code }) => json<CodeAnswer>(getCode, {}, { code })));
    expect(
      countBy(
        pages,
        ({ code }) => code,
        ({ events }) => events,
      ),
    ).toEqual(by_code);
    const uses = pages.flatMap((page) => page.uses);
    expect(
      countBy(
        uses,
        ({ tool }) => tool,
        ({ events }) => events,
      ),
    ).toEqual(by_tool);
    expect(uses.reduce((sum, use) => sum + use.effects.not_reported, 0)).toBe(effects["not reported"]);
  });

  it("the matrix of tools says so, and the page of each", async () => {
    const { items } = await json<ToolReviewsAnswer>(getTools);
    expect(
      countBy(
        items,
        ({ tool }) => tool,
        ({ failures }) => failures,
      ),
    ).toEqual(by_tool);
    const classes = items.flatMap((item) => item.classes).filter(({ failures }) => failures > 0);
    expect(
      countBy(
        classes,
        (one) => one.class,
        ({ failures }) => failures,
      ),
    ).toEqual(by_class);
    for (const item of items) {
      expect(item.unmapped_share).toBe(expected.unmapped_share);
      const alone = await json<ToolReviewsAnswer>(getTools, { tool: item.tool });
      expect(alone.items).toEqual([item]);
    }
  });

  it("attempts until recovery say so, and both exports", async () => {
    const { total } = await json<RecoveryAnswer>(getRecovery);
    const { recovered, gave_up, attempts_nearest_rank, attempts_histogram } = expected;
    expect(total.all).toMatchObject({ recovered, gave_up, escalated: 0, ...attempts_nearest_rank });
    const attempts = total.all.attempts.map((one) => [`${one.attempts}`, one.episodes]);
    expect(Object.fromEntries(attempts)).toEqual(attempts_histogram);
    const [figures] = await csv(getRecoveryCsv);
    const inText = Object.entries({ recovered, gave_up, ...attempts_nearest_rank });
    expect(figures).toMatchObject(Object.fromEntries(inText.map(([name, value]) => [name, `${value}`])));
    const curves = await csv(getRecoveryCsv, { rows: "attempts" });
    const ofAll = curves.filter(({ tool, code }) => tool === null && code === null);
    expect(
      countBy(
        ofAll,
        (line) => `${line.attempts}`,
        ({ episodes }) => Number(episodes),
      ),
    ).toEqual(attempts_histogram);
  });

  it.each(["class", "tool"])("next moves by %s are of every failure", async (by) => {
    const { items, undecided, without_run } = await json<NextMovesAnswer>(getNextMoves, { by });
    expect([undecided, without_run]).toEqual([0, 0]);
    expect(
      countBy(
        items,
        (row) => row.class,
        ({ failures }) => failures,
      ),
    ).toEqual(by_class);
    if (by === "tool")
      expect(
        countBy(
          items,
          ({ tool }) => `${tool}`,
          ({ failures }) => failures,
        ),
      ).toEqual(by_tool);
  });

  it("what can be chosen is what there was", async () => {
    const { codes, tools } = await json<FacetsAnswer>(getFacets);
    expect(codes).toEqual(Object.keys(by_code).sort());
    expect(tools).toEqual(expect.arrayContaining(Object.keys(by_tool)));
  });
});
