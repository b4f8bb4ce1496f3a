import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callLines } from "@/domain/rate-export";
import { recordCalls } from "@/lib/services/calls/record-calls";
import type { Runtime, ServiceContext } from "@/lib/services/context";
import { countEvents } from "@/lib/services/rates/count-events";
import { countFailureRates } from "@/lib/services/rates/count-failure-rates";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { keyContext, openTestRuntime } from "../support/runtime";
import { failure, personContext, report } from "./failures";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const NOW = Date.now();
const iso = (millis: number) => new Date(millis).toISOString();
const canonical = (millis: number) => iso(millis).replace("Z", "000Z");

let database: TestDatabase;
let rt: Runtime;
let key: ServiceContext;
let engineer: ServiceContext;

beforeAll(async () => {
  database = await createTestDatabase();
  rt = openTestRuntime(database);
  key = await keyContext(rt);
  engineer = personContext(rt, ["engineer"]);
});
afterAll(async () => {
  await rt.close();
  await database.drop();
});

describe("failures against calls", () => {
  const minute = Math.floor((NOW - 2 * DAY) / MINUTE) * MINUTE;
  const range = { from: canonical(minute - 30 * MINUTE), to: canonical(minute + 30 * MINUTE) };

  it("are told by step and key, the rate null where nobody reported calls, and add up to the rate of the whole", async () => {
    const at = (offset: number, parts: Record<string, unknown>) =>
      failure({ occurred_at: iso(minute + offset), tool: "charge", service: "shop", ...parts });
    await report(key, [
      at(1, {}),
      at(2, {}),
      at(20 * MINUTE, {}),
      at(3, { tool: "ship" }),
      at(4, { tool: "quiet" }),
    ]);
    const calls = ["charge", "ship"].map((tool) => ({
      tool,
      service: "shop",
      minute: iso(minute),
      count: 10,
    }));
    const item = { report_id: crypto.randomUUID(), calls: [...calls, { ...calls[0], tool: "never_fails" }] };
    expect(await recordCalls(key, { items: [{ item, unreadable: null }] })).toMatchObject({ rejected: 0 });
    const asked = { ...range, service: ["shop"], step: "15m" as const };
    const rates = await countFailureRates(engineer, { ...asked, group_by: "tool" });
    expect(
      rates.series.map(({ key: tool, failures, calls: made, failure_rate }) => [
        tool,
        failures,
        made,
        failure_rate,
      ]),
    ).toEqual([
      ["charge", 3, 10, 0.3],
      ["ship", 1, 10, 0.1],
      ["never_fails", 0, 10, 0],
    ]);
    const charged = rates.series[0]?.points.filter(([, failures, made]) => failures > 0 || made !== null);
    expect(charged?.map(([, failures, made]) => [failures, made])).toEqual([
      [2, 10],
      [1, null],
    ]);
    const { totals } = await countEvents(engineer, asked);
    expect(rates.totals).toEqual({ failures: 4, calls: totals.calls, failure_rate: totals.failure_rate });
    expect([...callLines(rates, true)].filter((line) => line.includes('"charge"')).join("")).toMatch(
      /"1",,\r\n/,
    );
  });

  it("are unknown under filters that calls do not know, and where none were reported", async () => {
    const none = { failures: 0, calls: null, failure_rate: null };
    for (const filter of [{ code: ["gone"] }, { except: ["class:validation"] }, { service: ["nowhere"] }])
      expect((await countFailureRates(engineer, { ...range, ...filter })).totals).toEqual(none);
  });
});
