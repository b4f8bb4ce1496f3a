import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { coarsenCalls } from "@/lib/duties/coarsen-calls";
import type { Duty } from "@/lib/duties/duty";
import { sumDays } from "@/lib/duties/sum-days";
import { recordCalls } from "@/lib/services/calls/record-calls";
import { countFailureRates } from "@/lib/services/rates/count-failure-rates";
import { openRetentionWorld, type RetentionWorld } from "./world";

/* Calls that are older than events are kept by the quarter hour, and no rate is another for it. */

const MINUTE = 60;
const DAY = 86_400;
let world: RetentionWorld;
let from: string;
let to: string;

beforeAll(async () => {
  world = await openRetentionWorld();
  [from, to] = [dayOf(-2), dayOf(1)];
  // Every three minutes of two days: several in each quarter, of which some begin one.
  const lines = Array.from({ length: 959 }, (_, place) => ({
    tool: ["refund", "search"][place % 2] ?? "",
    minute: world.clock.at(-2 * DAY + place * 3 * MINUTE),
    count: 1 + (place % 5),
    ...(place % 60 < 20 ? {} : { tenant: place % 60 < 40 ? "acme" : "globex" }),
    ...(place < 500 ? {} : { release: "1.1" }),
  }));
  await report(lines);
  await world.send(
    ...lines.slice(0, 60).map(({ minute, tool }) => world.failure({ occurred_at: minute, tool })),
  );
});
afterAll(() => world.close());

const dayOf = (days: number) => `${world.clock.at(days * DAY).slice(0, 10)}T00:00:00.000000Z`;
const run = (duty: Duty) => duty.run({ ...world.rt, now: world.clock.read });

async function report(calls: { tool: string; minute: string; count: number }[]): Promise<void> {
  const item = {
    report_id: randomUUID(),
    calls: calls.map((one) => ({ ...one, minute: `${one.minute.slice(0, 16)}:00Z` })),
  };
  const answer = await recordCalls(world.runtime, { items: [{ item, unreadable: null }] });
  expect(answer.accepted).toBe(calls.length);
}

/** What rates say by steps that begin within an hour too, by tool and of one tenant. */
async function rates() {
  const eve = world.person("Eve", ["engineer"]);
  const asked = [
    { step: "1h" as const },
    { step: "1d" as const, tz: "Asia/Kathmandu" },
    { step: "1d" as const, group_by: "tool" as const },
    { step: "1h" as const, tenant: ["acme"], group_by: "release" as const },
  ];
  return Promise.all(asked.map((one) => countFailureRates(eve, { from, to, ...one })));
}

/** How many rows are of a minute that no quarter begins with. */
async function fine(): Promise<number> {
  const rows = await world.database.sql`
    select from calls where date_bin('15 minutes', minute, '2000-01-01Z') <> minute`;
  return rows.length;
}

test("a day of calls stays fine while its events are there, then is quarter hours, and every rate stays", async () => {
  await run(sumDays);
  const [before, rows] = [await rates(), await world.count("calls")];
  expect(before[0]?.totals.calls).toBeGreaterThan(0);
  world.pass(90);
  await run(coarsenCalls);
  expect(await world.count("calls")).toBe(rows);
  world.pass(5);
  await run(sumDays);
  await run(coarsenCalls);
  expect(await world.count("calls")).toBeLessThan(rows);
  expect(await fine()).toBe(0);
  expect(await rates()).toEqual(before);
  const coarse = await world.count("calls");
  await run(coarsenCalls);
  expect(await world.count("calls")).toBe(coarse);
});

test("what comes late into such a day is counted, and put together again", async () => {
  world.runtime.settings = { ...world.runtime.settings, retention_days: 365 };
  const [before, rows] = [await rates(), await world.count("calls")];
  const of = { tool: "refund", release: "9.9" };
  await report(
    [0, 1, 2, 20].map((minute) => ({ ...of, minute: world.clock.at(-96 * DAY + minute * MINUTE), count: 5 })),
  );
  const count = async () => (await rates())[0]?.totals.calls;
  expect(await count()).toBe((before[0]?.totals.calls ?? 0) + 20);
  await run(sumDays);
  await run(coarsenCalls);
  expect(await count()).toBe((before[0]?.totals.calls ?? 0) + 20);
  expect((await world.count("calls")) - rows).toBeLessThanOrEqual(3);
});

test("nothing is put together for an hour after the retention was changed", async () => {
  world.pass(40);
  await report([{ tool: "refund", minute: `${dayOf(-39).slice(0, 11)}12:01:00Z`, count: 1 }]);
  await run(sumDays);
  await world.database.sql`
    insert into settings (name, value, updated_at) values ('retention_days', '20', ${world.clock.iso})`;
  await run(coarsenCalls);
  expect(await fine()).toBe(1);
  world.clock.move(3_700);
  await run(coarsenCalls);
  expect(await fine()).toBe(0);
});
