// over 250 lines because what is folded, who reads it and what takes it out again are held to one small world.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Transaction } from "@/db/client";
import { foldDay } from "@/db/queries/folded-days";
import { addToHours } from "@/db/queries/rollups";
import type { EventFilters } from "@/domain/filters";
import type { Confinement } from "@/domain/permissions";
import type { Grouping } from "@/domain/rate-rows";
import { foldDays } from "@/lib/duties/fold-days";
import { rollDays } from "@/lib/duties/roll-days";
import { recordCalls } from "@/lib/services/calls/record-calls";
import type { Runtime, ServiceContext } from "@/lib/services/context";
import { countEvents } from "@/lib/services/rates/count-events";
import { countFailureRates } from "@/lib/services/rates/count-failure-rates";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { keyContext, openTestRuntime } from "../support/runtime";
import { until } from "../support/until";
import { failure, personContext, report } from "./failures";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** In the middle of a day, so that some of it is over; the third of these days is the last that is. */
const NOW = Date.parse("2026-05-04T09:20:00Z");
const iso = (millis: number) => new Date(millis).toISOString();
const canonical = (millis: number) => iso(millis).replace("Z", "000Z");
const LAST_DAY = "2026-05-03T00:00:00.000000Z";
const ITS_END = "2026-05-04T00:00:00.000000Z";

let database: TestDatabase;
let rt: Runtime;
let key: ServiceContext;
const now = () => new Date(NOW);

beforeAll(async () => {
  database = await createTestDatabase();
  rt = openTestRuntime(database);
  key = await keyContext(rt, { now });
  await report(
    key,
    Array.from({ length: 120 }, (_, at) => someFailure(NOW - 60_000 - ((at * 7_919_000) % (4 * DAY)), at)),
  );
});
afterAll(async () => {
  await rt.close();
  await database.drop();
});

const of = <T>(at: number, ...values: T[]) => values[at % values.length];
const someFailure = (occurred: number, at: number) =>
  failure({
    ...{ occurred_at: iso(occurred), tool: of(at, "issue_refund", "send_email") },
    ...{
      code: of(at, "invalid_status", "no_slot", undefined),
      effect: of(at, "absent", "committed", undefined),
    },
    ...{ class: of(at, "validation", "transient", "odd"), release: of(at, "1.0", undefined) },
    ...{ tenant: of(at, "acme", "globex"), service: of(at, "billing", "mail", undefined) },
    environment: of(at, "production", "staging"),
  });

const fold = () => foldDays.run({ ...rt, now });

type Asked = EventFilters & { group_by?: Grouping; step?: "1h" | "6h"; confinement?: Partial<Confinement> };

function read({ confinement, ...asked }: Asked) {
  const ctx = { ...personContext(rt, ["engineer"], confinement), now };
  const range = { from: iso(NOW - 4 * DAY), to: iso(NOW) };
  return countEvents(ctx, { ...range, step: "6h", tz: "Asia/Kathmandu", ...asked });
}

const FOLDED: Asked[] = [
  {},
  { step: "1h" },
  { group_by: "class", unmapped: ["false"] },
  ...(["tool", "code", "effect", "release"] as const).map((group_by) => ({ group_by })),
  { group_by: "code", step: "1h", class: ["validation", "transient"] },
  { code: ["no_slot"] },
  { group_by: "release", absent: ["release"] },
  { tool: ["send_email"], group_by: "class" },
  { effect: ["null"], except: ["class:transient"] },
];
const APART: Asked[] = [
  ...(["service", "environment"] as const).map((group_by) => ({ group_by })),
  { group_by: "code", tool: ["send_email"] },
  { tenant: ["acme"] },
  { absent: ["service"] },
  { except: ["environment:staging"], group_by: "code" },
  { confinement: { tenants: ["acme"] } },
  { confinement: { services: ["billing"] }, group_by: "code" },
  { confinement: { environments: ["production"] }, group_by: "tool" },
];

describe("charts", () => {
  it.each(FOLDED)("read folded days, and say what the hours say: %o", async (asked) => {
    await database.sql`delete from folded_until`;
    const byHours = await read(asked);
    expect(byHours.totals.failures).toBeGreaterThan(0);
    await fold();
    expect(await read(asked)).toEqual(byHours);
    expect(await whereFoldedDaysLie(asked)).not.toEqual(byHours);
  });

  it.each(APART)(
    "never read them of a place, a tenant, two parts, or for who is confined: %o",
    async (asked) => {
      await fold();
      expect(await whereFoldedDaysLie(asked)).toEqual(await read(asked));
    },
  );

  it("read them for failures against calls, too", async () => {
    const callers = Array.from({ length: 12 }, (_, at) => someFailure(NOW, at));
    const calls = callers.map(({ tool, service, environment, tenant }) => ({
      ...{ tool, service, environment, tenant },
      ...{ minute: "2026-05-02T12:00:00Z", count: 9 },
    }));
    const item = { report_id: crypto.randomUUID(), calls };
    expect(await recordCalls(key, { items: [{ item, unreadable: null }] })).toMatchObject({ rejected: 0 });
    const ctx = { ...personContext(rt, ["engineer"]), now };
    const rates = (group_by: "tool" | "service") =>
      countFailureRates(ctx, { from: iso(NOW - 4 * DAY), to: iso(NOW), step: "6h", group_by });
    await fold();
    const [byTool, byService] = [await rates("tool"), await rates("service")];
    expect(byTool.totals).toEqual({ ...byService.totals, failures: (await read({})).totals.failures });
    await lieInFoldedDays();
    expect(await rates("tool")).not.toEqual(byTool);
    expect(await rates("service")).toEqual(byService);
    await database.sql`delete from folded_until`;
  });

  const lieInFoldedDays = () => database.sql`
    update folded_days set sums = (select array_agg(each + 5 order by at) from unnest(sums) with ordinality as x(each, at))`;

  async function whereFoldedDaysLie(asked: Asked) {
    await lieInFoldedDays();
    const answer = await read(asked);
    await database.sql`delete from folded_until`;
    return answer;
  }
});

describe("what is folded", () => {
  beforeEach(async () => {
    await database.sql`delete from folded_until`;
    await fold();
  });

  it("is each day to its end, and today as far as it is over by an hour and a half", async () => {
    expect(await foldedUntil()).toEqual([
      ...["2026-05-01T00:00:00Z", "2026-05-02T00:00:00Z", "2026-05-03T00:00:00Z", "2026-05-04T00:00:00Z"],
      "2026-05-04T07:00:00Z",
    ]);
    await foldDays.run({ ...rt, now: () => new Date(NOW + 10 * 60_000) });
    expect((await foldedUntil()).at(-1)).toBe("2026-05-04T08:00:00Z");
  });

  it("is no day that a failure came late into, until it is folded anew", async () => {
    for (const late of [NOW - 3 * HOUR, NOW - 2 * DAY]) {
      const asked = { group_by: "code", step: "1h" } as const;
      const before = await read(asked);
      const folded = await foldedUntil();
      await report(key, [someFailure(late, 1)]);
      expect(await foldedUntil()).toHaveLength(folded.length - 1);
      const after = await read(asked);
      expect(after.totals.failures).toBe(before.totals.failures + 1);
      await fold();
      expect(await foldedUntil()).toEqual(folded);
      expect(await read(asked)).toEqual(after);
    }
  });

  it("is made of days that were rolled before anything was ever folded", async () => {
    await rollDays.run({ ...rt, now });
    const before = await read({ group_by: "tool" });
    await database.sql`truncate folded_days, folded_until`;
    expect(await read({ group_by: "tool" })).toEqual(before);
    await fold();
    expect(await foldedUntil()).toHaveLength(5);
    expect(await read({ group_by: "tool" })).toEqual(before);
  });
});

describe("while a day is folded", () => {
  let held: (() => Promise<void>)[] = [];
  beforeEach(async () => {
    await database.sql`delete from folded_until`;
  });
  afterEach(async () => {
    for (const release of held) await release();
    held = [];
  });

  it("a failure that comes late after its hours were read is not lost", async () => {
    await database.sql`delete from folded_days`;
    // A row that is not there yet, and that the folding has to wait for when it writes its own.
    const blocking = await open(async (tx) => {
      await tx.execute(`insert into folded_days select '${LAST_DAY}', 'none', null, class, unmapped, array_fill(0, array[96])
        from (select distinct class, unmapped from series) as any_of`);
    });
    const folding = foldDay(rt.db, { day: LAST_DAY, until: ITS_END });
    await until(async () => expect(await waiting("transactionid")).toBe(1));
    const before = await read({});
    await report(key, [someFailure(Date.parse(LAST_DAY) + 5 * HOUR, 1)]);
    await blocking.undo();
    expect(await folding).toBe(false);
    expect(await foldedUntil()).toEqual([]);
    await fold();
    expect((await read({})).totals.failures).toBe(before.totals.failures + 1);
  });

  it("a failure that is counted but not stored yet is waited for", async () => {
    const before = await read({});
    const [row] = await database.sql<
      { series_id: number }[]
    >`select min(series_id) as series_id from series where level = 'full'`;
    const hour = canonical(Date.parse(LAST_DAY) + 5 * HOUR);
    const late = await open((tx) =>
      addToHours(tx, [{ series_id: row?.series_id ?? 0, hour, q0: 0, q1: 3, q2: 0, q3: 0 }]),
    );
    const folding = foldDay(rt.db, { day: LAST_DAY, until: ITS_END });
    await until(async () => expect(await waiting("advisory")).toBe(1));
    await late.keep();
    expect(await folding).toBe(true);
    expect((await read({ group_by: "tool" })).totals.failures).toBe(before.totals.failures + 3);
  });

  it("another who folds it does no harm", async () => {
    const before = await read({ group_by: "tool" });
    const day = { day: LAST_DAY, until: ITS_END };
    const all = await Promise.all([foldDay(rt.db, day), foldDay(rt.db, day), foldDay(rt.db, day)]);
    expect(all).toContain(true);
    expect(await foldedUntil()).toEqual(["2026-05-04T00:00:00Z"]);
    expect(await read({ group_by: "tool" })).toEqual(before);
  });

  /** A transaction that stays open until it is kept or undone. */
  async function open(act: (tx: Transaction) => Promise<unknown>) {
    const undone = new Error("undone");
    let end = (_: "keep" | "undo") => {};
    const ended = new Promise<"keep" | "undo">((resolve) => {
      end = resolve;
    });
    let acted = () => {};
    const started = new Promise<void>((resolve) => {
      acted = resolve;
    });
    const whole = rt.db
      .transaction(async (tx) => {
        await act(tx);
        acted();
        if ((await ended) === "undo") throw undone;
      })
      .catch((error: unknown) => {
        if (error !== undone) throw error;
      });
    await Promise.race([started, whole]);
    const finish = (how: "keep" | "undo") => async () => {
      end(how);
      await whole;
    };
    held.push(finish("undo"));
    return { keep: finish("keep"), undo: finish("undo") };
  }
});

async function waiting(kind: string): Promise<number> {
  const [row] = await database.sql<{ count: number }[]>`
    select count(*)::int as count from pg_locks join pg_stat_activity using (pid)
    where locktype = ${kind} and not granted and datname = current_database()`;
  return row?.count ?? 0;
}

async function foldedUntil(): Promise<string[]> {
  const rows = await database.sql<{ until: string }[]>`
    select to_char(until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as until from folded_until where until > day order by day`;
  return rows.map((row) => row.until);
}
