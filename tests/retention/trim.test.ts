import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { trimQuarantine } from "@/lib/duties/trim-quarantine";
import { trimReports } from "@/lib/duties/trim-reports";
import { recordCalls } from "@/lib/services/calls/record-calls";
import { loadSettings } from "@/lib/services/load-settings";
import { countEvents } from "@/lib/services/rates/count-events";
import { recordRecoveries } from "@/lib/services/recoveries/record-recoveries";
import { openRetentionWorld, type RetentionWorld } from "./world";

let world: RetentionWorld;
beforeAll(async () => {
  world = await openRetentionWorld();
});
afterAll(() => world.close());

const duty = (one: typeof trimReports) => one.run({ ...world.rt, now: world.clock.read });
const items = (...all: unknown[]) => ({ items: all.map((item) => ({ item, unreadable: null })) });

describe("what was counted", () => {
  test("stays as it was when its events go, and a late copy is refused and not counted again", async () => {
    const range = { from: world.clock.at(-86_400), to: world.clock.at(86_400), step: "1h" as const };
    const copy = world.failure({ reference: "err_c0pied" });
    await world.send(copy, world.failure({ code: "internal_error" }), world.failure());
    const total = async () => (await countEvents(world.person("Eve", ["engineer"]), range)).totals;
    const before = await total();
    expect(before).toMatchObject({ failures: 3, unmapped: 1 });
    world.pass(120);
    await world.retainUntil(1);
    await loadSettings(world.rt);
    expect(await world.count("events")).toBe(0);
    expect(await total()).toEqual(before);

    // Outside the retention, and inside one that was raised after the drop.
    world.runtime.settings = { ...world.runtime.settings, retention_days: 365 };
    const answer = await world.send(
      copy,
      world.failure({ reference: "err_0ther1", occurred_at: copy.occurred_at }),
    );
    expect(answer).toMatchObject({ accepted: 0, rejected: 2 });
    expect(answer.results.map(({ error }) => error?.code)).toEqual(Array(2).fill("occurred_at_out_of_range"));
    expect(await total()).toEqual(before);
    // It grows into it: what was not dropped is taken in.
    const [{ to_at } = { to_at: "" }] = await world.dropped();
    const days = Math.floor((world.clock.read().getTime() - Date.parse(to_at)) / 86_400_000);
    expect(
      await world.send(world.failure({ occurred_at: world.clock.at(-(days - 1) * 86_400) })),
    ).toMatchObject({
      accepted: 1,
    });
  });
});

describe("what is as old as events that go", () => {
  test("recoveries go, and ids of reports; the calls stay as the denominator of rates", async () => {
    const recovery = { run_id: "r", tool: "refund", code: "x", attempts: 2, outcome: "recovered" };
    const report = {
      report_id: randomUUID(),
      calls: [{ tool: "refund", minute: world.clock.iso, count: 9 }],
    };
    const now = { occurred_at: world.clock.iso };
    expect(await recordRecoveries(world.runtime, items({ ...recovery, ...now }))).toMatchObject({
      accepted: 1,
    });
    expect(await recordCalls(world.runtime, items(report))).toMatchObject({ accepted: 1 });
    world.pass(91);
    await duty(trimReports);
    expect([await world.count("recoveries"), await world.count("call_reports")]).toEqual([0, 1]);
    world.pass(2);
    await duty(trimReports);
    expect([await world.count("call_reports"), await world.count("calls")]).toEqual([0, 1]);
  });

  test("quarantined items go, and the audit says which nobody had decided; what a case is about stays", async () => {
    await world.database.sql`delete from quarantine`;
    await world.send(
      { tool: "refund" },
      { reference: "err_n0tool" },
      { reference: "err_b0th01", effect: "unknown" },
    );
    await world.database
      .sql`update quarantine set state = 'dismissed', decided_at = received_at, decided_by = 'Ann',
      decided_by_id = 'a' where reference = 'err_n0tool'`;
    world.pass(89);
    await duty(trimQuarantine);
    expect(await world.count("quarantine")).toBe(3);
    world.pass(2);
    await duty(trimQuarantine);
    const left = await world.database.sql`select reference from quarantine`;
    expect(left).toEqual([{ reference: "err_b0th01" }]);
    expect(
      await world.database.sql`select details from audit where action = 'retention.quarantine_dropped'`,
    ).toEqual([{ details: { undecided: 1, reasons: { "events: reference_required": 1 } } }]);
    const [unreadable] = await world.database.sql`select case_id from cases where state = 'open'`;
    await world.settle(unreadable?.case_id, "undeterminable");
    await duty(trimQuarantine);
    expect(await world.count("quarantine")).toBe(0);
  });
});
