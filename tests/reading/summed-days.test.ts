// over 250 lines because calls, failures and recoveries are counted by hand over the same days of one world.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { foldDays } from "@/lib/duties/fold-days";
import { rollDays } from "@/lib/duties/roll-days";
import { sumDays } from "@/lib/duties/sum-days";
import { recordCalls } from "@/lib/services/calls/record-calls";
import type { Runtime, ServiceContext } from "@/lib/services/context";
import { countEvents } from "@/lib/services/rates/count-events";
import { countFailureRates, type FailureRatesInput } from "@/lib/services/rates/count-failure-rates";
import { readRecovery } from "@/lib/services/recovery/read-recovery";
import { recover, recovery, release } from "../engineering-recovery/world";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { keyContext, openTestRuntime } from "../support/runtime";
import { failure, personContext, report } from "./failures";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = Date.now();
const DAYS = 12;
const iso = (millis: number) => new Date(millis).toISOString();

let seed = 7;
/** By the high bits: the low ones of such a row repeat, and half of all tools never failed. */
function pick<T>(...values: T[]): T {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return values[Math.floor((seed / 2_147_483_648) * values.length)] as T;
}
const anyTime = () => NOW - MINUTE - Math.floor((pick(...Array(997).keys()) / 997) * DAYS * DAY);

type Place = { tool: string; service?: string; environment?: string; tenant?: string; release?: string };
type Counted = Place & { at: number; calls: number; failures: number };

/** What was reported, to count by hand. */
const known: Counted[] = [];

/** `charge` is called for all tenants, `ship` for most, `mail` for few, `quiet` for none. */
const CALLED: Record<string, readonly (string | undefined)[]> = {
  charge: ["acme", "globex", undefined],
  ship: ["acme", undefined],
  mail: ["globex"],
  quiet: [],
};
const anyPlace = (): Place => ({
  tool: pick("charge", "ship", "mail", "quiet"),
  service: pick("shop", "desk", undefined),
  environment: pick("production", undefined),
  tenant: pick("acme", "globex", undefined),
  release: pick("1.0", "1.1", undefined),
});

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

const sumUp = async () => {
  for (const duty of [rollDays, foldDays, sumDays]) await duty.run({ ...rt, now: () => new Date() });
};

async function failAt(times: readonly number[]): Promise<void> {
  const made = times.map((at) => ({ ...anyPlace(), at, calls: 0, failures: 1 }));
  known.push(...made);
  await report(
    key,
    made.map(({ at, calls: _calls, failures: _failures, ...place }) =>
      failure({ ...place, occurred_at: iso(at) }),
    ),
  );
}

async function callAt(times: readonly number[]): Promise<void> {
  const made = times.flatMap((time) => {
    const place = anyPlace();
    const at = Math.floor(time / MINUTE) * MINUTE;
    return CALLED[place.tool]?.includes(place.tenant)
      ? [{ ...place, at, calls: pick(0, 1, 7), failures: 0 }]
      : [];
  });
  known.push(...made);
  const lines = made.map(({ at, calls, failures: _, ...place }) => ({
    ...place,
    minute: iso(at),
    count: calls,
  }));
  const item = { report_id: crypto.randomUUID(), calls: lines };
  expect(await recordCalls(key, { items: [{ item, unreadable: null }] })).toMatchObject({ rejected: 0 });
}

const callerOf = ({ tool, service, environment, tenant }: Place) =>
  JSON.stringify([tool, service, environment, tenant]);

/** By CONTRACT "Reading": calls of the range, and the failures of those who called in it. */
function byHand({ from, to, ...filters }: FailureRatesInput & { from: string; to: string }) {
  const matches = (row: Counted) =>
    (["service", "environment", "tenant", "tool", "release"] as const).every(
      (name) => filters[name] === undefined || filters[name]?.includes(row[name] ?? ""),
    );
  const rows = known.filter((row) => row.at >= Date.parse(from) && row.at < Date.parse(to) && matches(row));
  const calls = new Map<string, number>();
  for (const row of rows) calls.set(callerOf(row), (calls.get(callerOf(row)) ?? 0) + row.calls);
  const total = [...calls.values()].reduce((sum, each) => sum + each, 0);
  const failures = rows.reduce(
    (sum, row) => sum + ((calls.get(callerOf(row)) ?? 0) > 0 ? row.failures : 0),
    0,
  );
  return total === 0 ? { failures: 0, calls: null } : { failures, calls: total };
}

const ZONES = ["UTC", "Europe/Berlin", "Asia/Kathmandu", "America/St_Johns"];
const FILTERS = [
  {},
  { service: ["shop"] },
  { tenant: ["acme"] },
  { environment: ["production"], tool: ["ship", "mail", "charge"] },
  { release: ["1.0"] },
];
const SHAPES = [
  { step: "1d", group_by: undefined, days: 10, until: 0 },
  { step: "6h", group_by: "tool", days: 10, until: 30 },
  { step: "1h", group_by: "release", days: 3, until: 30 },
] as const;
/** Each zone with each filter, the shapes by turns. */
const QUESTIONS = ZONES.flatMap((tz, zone) =>
  FILTERS.map((filter, at) => {
    const { step, group_by, days, until } = SHAPES[(zone + at) % SHAPES.length] ?? SHAPES[0];
    return { tz, step, group_by, ...filter, from: iso(NOW - days * DAY), to: iso(NOW - until * HOUR) };
  }),
);

describe("failures against calls", () => {
  beforeAll(async () => {
    await failAt(Array.from({ length: 400 }, anyTime));
    await callAt(Array.from({ length: 500 }, anyTime));
  });

  async function expectByHand(): Promise<void> {
    for (const question of QUESTIONS) {
      const { series, other, totals, from, to } = await countFailureRates(engineer, question);
      const { failures, calls } = byHand({ ...question, from, to });
      expect({ question, failures: totals.failures, calls: totals.calls }).toEqual({
        question,
        failures,
        calls,
      });
      const points = [...series, ...(other ? [other] : [])].flatMap((each) => each.points);
      expect(points.reduce((sum, [, failed]) => sum + failed, 0)).toBe(failures);
      expect(points.reduce((sum, [, , made]) => sum + (made ?? 0), 0)).toBe(calls ?? 0);
      const whole = await countEvents(engineer, { ...question, group_by: undefined });
      expect([whole.totals.calls, whole.totals.failure_rate]).toEqual([calls, totals.failure_rate]);
    }
  }

  it("are what a count by hand says, whatever days are summed up", async () => {
    await expectByHand();
    await sumUp();
    await expectByHand();
  });

  it("are it when calls and failures come late, before their days are summed anew and after", async () => {
    await callAt([3, 3.4, 5, 8].map((days) => NOW - days * DAY));
    await failAt([3, 3.4, 5, 8].map((days) => NOW - days * DAY));
    await expectByHand();
    await sumUp();
    await expectByHand();
  });

  it("are confined as the rows are", async () => {
    const [own = { from: "", to: "" }] = QUESTIONS;
    for (const confinement of [{ tenants: ["globex"] }, { services: ["desk"] }]) {
      const confined = personContext(rt, ["engineer"], confinement);
      const filter = { tenant: confinement.tenants, service: confinement.services };
      const { totals, from, to } = await countFailureRates(confined, own);
      const { failures, calls } = byHand({ ...own, ...filter, from, to });
      expect([totals.failures, totals.calls]).toEqual([failures, calls]);
    }
  });
});

describe("recoveries", () => {
  const anyRecovery = (at: number) =>
    recovery({
      tool: pick("charge", "ship"),
      code: pick("gone", "late", "no_slot"),
      class: pick("validation", "transient"),
      attempts: pick(1, 2, 3, 5, 8, 1_000, 1_200, 4_000),
      outcome: pick("recovered", "recovered", "gave_up", "escalated"),
      service: pick("shop", "desk", undefined),
      environment: pick("production", "staging"),
      tenant: pick("acme", undefined),
      release: pick("1.0", "2.0", undefined),
      occurred_at: iso(at),
    });
  const asked = [
    {},
    { service: ["shop"] },
    { tenant: ["acme"] },
    { release: ["1.0"], code: ["gone", "late"] },
    { compare: "2.0" },
    { compare: "2.0", environment: ["production"] },
  ];
  const range = { from: iso(NOW - 9.3 * DAY), to: iso(NOW - 1.1 * DAY) };
  const readAll = async (ctx: ServiceContext) => {
    const answers = [];
    for (const question of asked) answers.push(await readRecovery(ctx, { ...range, ...question }));
    return answers;
  };

  beforeAll(async () => {
    await release(key, [
      { service: "shop", release: "2.0", released_at: iso(NOW - 4.7 * DAY) },
      { service: "desk", release: "2.0", environment: "staging", released_at: iso(NOW - 6.2 * DAY) },
      { service: "shop", release: "1.0", released_at: iso(NOW - 20 * DAY) },
    ]);
    await recover(
      key,
      Array.from({ length: 400 }, () => anyRecovery(anyTime())),
    );
  });

  it("are the same figures by the day as one by one, before and after a release, too", async () => {
    const before = await readAll(engineer);
    expect(before.every(({ total, read }) => read.whole && total.all.episodes > 0)).toBe(true);
    await sumUp();
    expect(await readAll(engineer)).toEqual(before);
  });

  it("count what comes late at once, and the same once its day is summed anew", async () => {
    const [before] = await readAll(engineer);
    await recover(
      key,
      [3, 4.7, 6].map((days) => anyRecovery(NOW - days * DAY)),
    );
    const late = await readAll(engineer);
    expect(late[0]?.total.all.episodes).toBe((before?.total.all.episodes ?? 0) + 3);
    await sumUp();
    expect(await readAll(engineer)).toEqual(late);
  });

  it("are confined as the rows are", async () => {
    const confined = personContext(rt, ["engineer"], { services: ["shop"] });
    const [own] = await readAll(confined);
    const all = await readRecovery(engineer, { ...range, service: ["shop"] });
    expect(own?.total).toEqual(all.total);
  });
});
