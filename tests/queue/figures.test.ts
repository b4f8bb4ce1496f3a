import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { UNCONFINED } from "@/domain/permissions";
import { figuresAnswer } from "@/lib/contract/figures";
import { recordCalls } from "@/lib/services/calls/record-calls";
import { claimCase } from "@/lib/services/cases/claim-case";
import { giveBackCase } from "@/lib/services/cases/give-back-case";
import { reopenCase } from "@/lib/services/cases/reopen-case";
import { recordEvents } from "@/lib/services/events/record-events";
import { readFigures } from "@/lib/services/figures/read-figures";
import { putTool } from "@/lib/services/tools/put-tool";
import { acknowledgeVerdict } from "@/lib/services/verdicts/acknowledge-verdict";
import { keyContext } from "../support/runtime";
import { openQueueWorld, type QueueWorld } from "./world";

let world: QueueWorld;
beforeEach(async () => {
  await world?.close();
  world = await openQueueWorld();
});
afterAll(() => world.close());

const figures = (input: Parameters<typeof readFigures>[1] = {}, by = world.ann) => readFigures(by, input);
const HOUR = 3600;
const counts = (bands: { count: number }[]) => bands.map(({ count }) => count);

describe("an empty queue", () => {
  test("has zeros where something is counted and null where nothing can be said", async () => {
    const answer = await figures();
    expect(figuresAnswer.parse(answer)).toEqual(answer);
    const nothing = { count: 0, p50: null, p90: null, p99: null };
    expect(answer.times).toEqual({ claim: nothing, settle: nothing, acknowledge: nothing });
    expect(answer.reopened).toEqual({ settled: 0, reopened: 0, share: null });
    expect(answer.open).toMatchObject({ total: 0, overdue: 0 });
    expect(answer.unknown_by_tool).toEqual([]);
  });

  test("a range that ends before it begins is refused", async () => {
    const { iso } = world.clock;
    await expect(figures({ from: iso, to: iso })).rejects.toMatchObject({ code: "invalid_range" });
  });
});

describe("what is open", () => {
  test("by the age of its opening and by the time left, both with one sum; a bound ends its band", async () => {
    const keyless = { idempotency_key: null };
    await world.open(keyless); // due in four hours less a minute
    world.clock.move(HOUR);
    await world.open();
    world.clock.move(HOUR * 3 - 60);
    const { open } = await figures();
    expect(open.total).toBe(2);
    expect(open.overdue).toBe(1);
    expect(counts(open.by_age)).toEqual([0, 2, 0, 0, 0, 0]);
    expect(counts(open.by_deadline)).toEqual([0, 0, 0, 1, 0, 0]);
    expect(open.by_age.map((band) => band.up_to_seconds)).toEqual([3600, 14400, 86400, 259200, 604800, null]);
    world.clock.move(60); // the first is four hours old to the second
    expect(counts((await figures()).open.by_age)).toEqual([0, 2, 0, 0, 0, 0]);
    world.clock.move(1);
    expect(counts((await figures()).open.by_age)).toEqual([0, 1, 1, 0, 0, 0]);
  });

  test("a reopened case is as old as its last opening; a settled one is not open", async () => {
    const case_id = await world.open();
    await world.settle(case_id, "committed");
    expect((await figures()).open.total).toBe(0);
    world.clock.move(10 * HOUR);
    await reopenCase(world.ann, { case_id, reason: "look again" });
    expect(counts((await figures()).open.by_age)).toEqual([1, 0, 0, 0, 0, 0]);
  });

  test("what waits for a second person is not settled", async () => {
    await putTool(world.person("Eva", ["engineer"]), { tool: "refund", needs_second_person: true });
    await world.settle(await world.open(), "committed");
    expect((await figures()).open).toMatchObject({ total: 1, awaiting_second: 1 });
  });
});

describe("times", () => {
  test("to claim, settle and acknowledge, by opening: only an opening's first claim counts", async () => {
    const case_id = await world.open();
    world.clock.move(100);
    await claimCase(world.bob, { case_id });
    await giveBackCase(world.bob, { case_id });
    world.clock.move(200);
    const { verdict_id } = await world.settle(case_id, "committed");
    world.clock.move(50);
    await acknowledgeVerdict(world.runtime, { verdict_id, by: "run" });
    expect((await figures()).times).toEqual({
      claim: { count: 1, p50: 100, p90: 100, p99: 100 },
      settle: { count: 1, p50: 300, p90: 300, p99: 300 },
      acknowledge: { count: 1, p50: 50, p90: 50, p99: 50 },
    });
    world.clock.move(1000);
    await reopenCase(world.ann, { case_id, reason: "look again" });
    world.clock.move(7);
    await world.settle(case_id, "undeterminable");
    const { times } = await figures();
    expect(times.claim).toMatchObject({ count: 2, p50: 53.5 });
    expect(times.settle).toMatchObject({ count: 2, p50: 153.5 });
    expect(times.acknowledge.count).toBe(1);
  });

  test("what ended outside the range does not count, wherever it began", async () => {
    const case_id = await world.open();
    world.clock.move(2 * HOUR);
    await world.settle(case_id, "committed");
    const { clock } = world;
    const before = await figures({ from: clock.at(-2 * HOUR), to: clock.at(-HOUR) });
    expect([before.times.claim.count, before.times.settle.count]).toEqual([0, 0]);
    const within = await figures({ from: clock.at(-HOUR), to: clock.at(HOUR) });
    expect(within.times.settle).toMatchObject({ count: 1, p50: 2 * HOUR });
  });

  test("the range is widened to quarter hours and answered as used", async () => {
    const answer = await figures({ from: "2026-11-15T11:59:59.999999Z", to: "2026-11-15T12:00:00.000001Z" });
    expect(answer).toMatchObject({ from: "2026-11-15T11:45:00.000000Z", to: "2026-11-15T12:15:00.000000Z" });
  });
});

describe("verdicts", () => {
  test("by tool, with the share of these very verdicts that were reopened since", async () => {
    const refunds = [await world.open(), await world.open()];
    for (const case_id of refunds) await world.settle(case_id, "committed");
    await world.settle(await world.open({ tool: "charge" }), "undeterminable");
    const { clock } = world;
    const until = { to: clock.at(HOUR) };
    world.clock.move(5 * HOUR);
    await reopenCase(world.ann, { case_id: refunds[0] ?? "", reason: "look again" });
    await world.settle(refunds[0] ?? "", "compensated");
    const first = await figures(until);
    expect(first.verdicts_by_tool).toEqual([
      { tool: "refund", committed: 2, absent: 0, compensated: 0, undeterminable: 0, total: 2, reopened: 1 },
      { tool: "charge", committed: 0, absent: 0, compensated: 0, undeterminable: 1, total: 1, reopened: 0 },
    ]);
    expect(first.reopened).toEqual({ settled: 3, reopened: 1, share: 1 / 3 });
    expect((await figures({ from: clock.at(-HOUR) })).reopened).toEqual({
      ...{ settled: 1, reopened: 0, share: 0 },
    });
    expect((await figures({ ...until, tool: ["charge"] })).reopened.settled).toBe(1);
  });
});

describe("confinement", () => {
  test("a confined person counts only their cases, failures and calls", async () => {
    const { clock } = world;
    const minute = clock.at(-120);
    for (const tenant of ["acme", "acme", "other"]) await fail({ tenant, effect: "unknown" });
    await fail({ tenant: "acme", effect: null });
    await fail({ tenant: null, effect: "unknown" });
    await recordCalls(world.runtime, {
      items: [
        {
          item: {
            report_id: randomUUID(),
            calls: [
              {
                tool: "refund",
                tenant: "acme",
                environment: "production",
                service: "billing",
                minute,
                count: 10,
              },
              {
                tool: "refund",
                tenant: "other",
                environment: "production",
                service: "billing",
                minute,
                count: 5,
              },
            ],
          },
          unreadable: null,
        },
      ],
    });
    const acme = world.person("Tess", ["reconciler"], { ...UNCONFINED, tenants: ["acme"] });
    const confined = await figures({}, acme);
    expect(confined.open.total).toBe(2);
    expect(confined.unknown_by_tool).toEqual([
      { tool: "refund", failures: 3, unknown: 2, share: 2 / 3, calls: 10, unknown_rate: 0.2 },
    ]);
    // The failure without a tenant counts, but not against calls that were never reported for it.
    expect((await figures()).unknown_by_tool).toEqual([
      { tool: "refund", failures: 5, unknown: 4, share: 4 / 5, calls: 15, unknown_rate: 3 / 15 },
    ]);
    expect((await figures()).open.total).toBe(4);
    const nobody = world.person("Nora", ["reconciler"], { ...UNCONFINED, tenants: ["nobody"] });
    const empty = await figures({}, nobody);
    expect([empty.open.total, empty.unknown_by_tool]).toEqual([0, []]);
    const { iso } = clock;
    expect((await figures({ to: iso, from: clock.at(-HOUR), tenant: ["other"] })).unknown_by_tool).toEqual([
      { tool: "refund", failures: 1, unknown: 1, share: 1, calls: 5, unknown_rate: 0.2 },
    ]);
  });

  test("of failures and calls, what lies in the quarter hours of the range counts", async () => {
    const { clock } = world;
    for (const minutes of [16, 14, 1, -1])
      await fail({ occurred_at: clock.at(-60 * minutes), effect: "unknown" });
    const unknown = async (from: number, to: number) =>
      (await figures({ from: clock.at(from * 60), to: clock.at(to * 60) })).unknown_by_tool?.[0]?.unknown ??
      0;
    expect([await unknown(-30, -15), await unknown(-15, 0), await unknown(0, 15)]).toEqual([1, 2, 1]);
    expect([await unknown(-30, 15), await unknown(-120, -30)]).toEqual([4, 0]);
  });

  test("a key that may not read rates is not told any", async () => {
    const key = await keyContext(world.rt, { now: world.clock.read });
    const capabilities = new Set([...key.caller.capabilities].filter((one) => one !== "rates.read"));
    expect(await figures({}, { ...key, caller: { ...key.caller, capabilities } })).toMatchObject({
      unknown_by_tool: null,
    });
  });

  async function fail(parts: Record<string, unknown>): Promise<void> {
    const item = {
      ...{ event_id: randomUUID(), reference: `err_${randomUUID().slice(0, 8)}`, tool: "refund" },
      ...{ code: "upstream_timeout", class: "transient", environment: "production", service: "billing" },
      ...{ occurred_at: world.clock.at(-120), idempotency_key: randomUUID(), ...parts },
    };
    const { accepted } = await recordEvents(world.runtime, {
      items: [{ item, unreadable: null, sanitized: false }],
    });
    expect(accepted).toBe(1);
  }
});
