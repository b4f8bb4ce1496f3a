import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { recordCalls } from "@/lib/services/calls/record-calls";
import type { Runtime, ServiceContext } from "@/lib/services/context";
import { countEvents } from "@/lib/services/rates/count-events";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { keyContext, openTestRuntime } from "../support/runtime";
import { failure, personContext, report } from "./failures";

let database: TestDatabase;
let rt: Runtime;
let key: ServiceContext;

beforeAll(async () => {
  database = await createTestDatabase();
  rt = openTestRuntime(database);
  key = await keyContext(rt);
});
afterAll(async () => {
  await rt.close();
  await database.drop();
});

const HOUR = 3_600_000;
const START = Math.floor(Date.now() / HOUR) * HOUR - 5 * HOUR;
const at = (minutes: number) => new Date(START + minutes * 60_000).toISOString();
const range = { from: at(0), to: at(180), step: "1h" } as const;

const send = (ctx: ServiceContext, ...items: unknown[]) =>
  recordCalls(ctx, { items: items.map((item) => ({ item, unreadable: null })) });

function callReport(lines: Record<string, unknown>[], report_id: string = crypto.randomUUID()) {
  return { report_id, calls: lines };
}

async function counted(tool: string): Promise<number> {
  const [row] =
    await database.sql`select coalesce(sum(calls), 0)::int as calls from calls where tool = ${tool}`;
  return row?.calls;
}

describe("calls", () => {
  it("a repeated report counts once, also when both come at once", async () => {
    const sent = callReport([{ tool: "repeated", minute: at(1), count: 5 }]);
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(key, sent)));
    expect(answers.filter(({ accepted }) => accepted === 1)).toHaveLength(1);
    expect(answers.filter(({ duplicate }) => duplicate === 1)).toHaveLength(7);
    expect(await counted("repeated")).toBe(5);
  });

  it("other content under the same id is a conflict, and the first stays", async () => {
    const sent = callReport([{ tool: "conflicting", minute: at(1), count: 5 }]);
    await send(key, sent);
    const other = callReport([{ tool: "conflicting", minute: at(1), count: 6 }], sent.report_id);
    const answer = await send(key, other);
    expect(answer).toMatchObject({ conflict: 1, results: [{ error: { code: "conflict" } }] });
    expect(await counted("conflicting")).toBe(5);
  });

  it("the same id of another source is another report", async () => {
    const sent = callReport([{ tool: "two_sources", minute: at(1), count: 5 }]);
    await send(key, sent);
    expect((await send(await keyContext(rt, { source: "other" }), sent)).accepted).toBe(1);
    expect(await counted("two_sources")).toBe(10);
  });

  it("many reports that share minutes, in any order at once, neither deadlock nor lose a call", async () => {
    const lines = Array.from({ length: 50 }, (_, index) => ({
      tool: "shared",
      minute: at(index),
      tenant: index % 2 ? "acme" : null,
      count: 1,
    }));
    const reports = Array.from({ length: 12 }, (_, index) =>
      callReport(index % 2 ? lines : lines.toReversed()),
    );
    await Promise.all(reports.map((one) => send(key, one)));
    expect(await counted("shared")).toBe(600);
  });

  it("a bad line is rejected by itself, and a retry of the whole counts nothing twice", async () => {
    const sent = callReport([
      { tool: "partly", minute: at(1), count: 2 },
      { tool: "partly", minute: "yesterday", count: 2 },
      { tool: "partly", minute: at(2), count: -1 },
      { tool: "partly", minute: at(2), count: 3 },
    ]);
    expect((await send(key, sent)).results.map(({ status }) => status)).toEqual([
      "accepted",
      "rejected",
      "rejected",
      "accepted",
    ]);
    expect(await send(key, sent)).toMatchObject({ accepted: 0, duplicate: 2, rejected: 2 });
    expect(await counted("partly")).toBe(5);
    const kept =
      await database.sql`select reason, times from quarantine where door = 'calls' and tool = 'partly'
      order by reason`;
    expect(kept).toMatchObject([
      { reason: "invalid_count", times: 2 },
      { reason: "invalid_minute", times: 2 },
    ]);
  });

  it("a report without an id is rejected, and so is one outside the key's pins", async () => {
    expect(await send(key, { calls: [] })).toMatchObject({
      rejected: 1,
      results: [{ error: { code: "report_id_required", field: "report_id" } }],
    });
    const pinned = await keyContext(rt, { source: "pinned", pins: { tenant: "acme" } });
    const answer = await send(
      pinned,
      callReport([
        { tool: "pinned", minute: at(1), count: 1 },
        { tool: "pinned", minute: at(1), count: 1, tenant: "globex" },
      ]),
    );
    expect(answer.results.map((result) => result.error?.code)).toEqual([undefined, "pinned_by_key"]);
    expect(await database.sql`select tenant from calls where tool = 'pinned'`).toMatchObject([
      { tenant: "acme" },
    ]);
  });
});

describe("the failure rate", () => {
  const engineer = () => personContext(rt, ["engineer"]);
  const where = { service: "rated", environment: "production" };

  beforeAll(async () => {
    await send(
      key,
      callReport([
        { tool: "rated_a", minute: at(10), count: 8, ...where, tenant: "acme" },
        { tool: "rated_a", minute: at(130), count: 2, ...where, tenant: "acme" },
        { tool: "rated_b", minute: at(10), count: 10, ...where },
        { tool: "rated_a", minute: at(10), count: 0, ...where, tenant: "silent" },
      ]),
    );
    const fail = (tool: string, minute: number, tenant?: string) =>
      failure({ tool, tenant, occurred_at: at(minute), ...where });
    await report(key, [
      fail("rated_a", 11, "acme"),
      fail("rated_a", 99, "acme"),
      fail("rated_b", 12),
      // None of these reported calls: another tenant, none, another tool, an honest zero.
      fail("rated_a", 12, "globex"),
      fail("rated_a", 12),
      fail("rated_c", 12),
      fail("rated_a", 12, "silent"),
    ]);
  });

  it("sets failures against calls only where calls were reported", async () => {
    const { totals } = await countEvents(engineer(), { ...range, service: ["rated"] });
    expect(totals).toMatchObject({ failures: 7, calls: 20, failure_rate: 3 / 20 });
  });

  it("is the same from quarters and from rows", async () => {
    const byRows = await countEvents(engineer(), {
      ...range,
      from: at(1),
      to: at(179),
      step: "1m",
      service: ["rated"],
    });
    expect(byRows.totals).toMatchObject({ calls: 20, failure_rate: 3 / 20 });
  });

  it("follows filters that calls know", async () => {
    const { totals } = await countEvents(engineer(), { ...range, service: ["rated"], tool: ["rated_a"] });
    expect(totals).toMatchObject({ calls: 10, failure_rate: 2 / 10 });
    const confined = personContext(rt, ["support"], { tenants: ["acme"] });
    expect((await countEvents(confined, { ...range, service: ["rated"] })).totals).toMatchObject({
      failures: 2,
      calls: 10,
      failure_rate: 0.2,
    });
  });

  it.each([
    { code: ["invalid_status"] },
    { class: ["validation" as const] },
    { effect: ["null" as const] },
    { unmapped: ["false" as const] },
    { service: ["unheard_of"] },
  ])("is unknown under %j", async (filter) => {
    const { totals } = await countEvents(engineer(), { ...range, service: ["rated"], ...filter });
    expect(totals).toMatchObject({ calls: null, failure_rate: null });
  });

  it("with calls and no failure is zero, while the unmapped share is undefined", async () => {
    const { totals } = await countEvents(engineer(), { ...range, tool: ["repeated"] });
    expect(totals).toMatchObject({ calls: 5, failure_rate: 0, unmapped_share: null });
  });
});
