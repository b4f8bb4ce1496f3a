import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { instantFromDate } from "@/domain/instant";
import type { ItemStatus } from "@/domain/item-results";
import { trimIntake } from "@/lib/duties/trim-intake";
import { recordCalls } from "@/lib/services/calls/record-calls";
import type { Runtime, ServiceContext } from "@/lib/services/context";
import { recordEvents } from "@/lib/services/events/record-events";
import { reportEvidence } from "@/lib/services/evidence/report-evidence";
import { attachFrames } from "@/lib/services/frames/attach-frames";
import { recordRecoveries } from "@/lib/services/recoveries/record-recoveries";
import { recordReleases } from "@/lib/services/releases/record-releases";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { keyContext, openTestRuntime } from "../support/runtime";

type Sums = Record<ItemStatus, number>;

let database: TestDatabase;
let rt: Runtime;
let desk: ServiceContext;
let shop: ServiceContext;

beforeAll(async () => {
  database = await createTestDatabase();
  rt = openTestRuntime(database);
  desk = await keyContext(rt, { source: "desk" });
  shop = await keyContext(rt, { source: "shop" });
});
beforeEach(async () => {
  await database.sql`truncate intake_counts, quarantine cascade`;
});
afterAll(async () => {
  await rt.close();
  await database.drop();
});

const submitted = (items: readonly unknown[]) => ({
  items: items.map((item) => ({ item, unreadable: null, sanitized: false })),
});
const send = (ctx: ServiceContext, ...items: unknown[]) => recordEvents(ctx, submitted(items));

let serial = 0;
function event(parts: Record<string, unknown> = {}): Record<string, unknown> {
  serial += 1;
  return {
    ...{ reference: `err_${serial.toString().padStart(6, "0")}`, event_id: crypto.randomUUID() },
    ...{ tool: "issue_refund", code: "invalid_status", occurred_at: new Date().toISOString(), ...parts },
  };
}

/** One of each fate after `stored` was sent: a duplicate, a conflict, two rejections, two that are new. */
const mixed = (stored: Record<string, unknown>) => [
  stored,
  { ...stored, message: "other" },
  event({ tool: " " }),
  event({ occurred_at: "1970-01-01T00:00:00Z" }),
  event(),
  event(),
];

function sumOf(answers: readonly Sums[]): Sums {
  const sums = { accepted: 0, duplicate: 0, conflict: 0, rejected: 0 };
  for (const answer of answers)
    for (const status of Object.keys(sums) as ItemStatus[]) sums[status] += answer[status];
  return sums;
}

/** What is counted by measure, and by detail where there is one. */
async function counted(door: string, { caller }: ServiceContext): Promise<Record<string, number>> {
  const rows = await database.sql<{ name: string; items: string }[]>`
    select measure || case detail when '' then '' else ' ' || detail end as name, sum(items)::text as items
    from intake_counts where door = ${door} and source_id = ${caller.source_id} group by 1`;
  return Object.fromEntries(rows.map(({ name, items }) => [name, Number(items)]));
}

async function countedFates(door: string): Promise<Sums> {
  const rows = await database.sql<{ measure: ItemStatus; items: number }[]>`
    select measure, sum(items)::int as items from intake_counts
    where door = ${door} and measure in ('accepted', 'duplicate', 'conflict', 'rejected') group by 1`;
  const sums = sumOf([]);
  for (const { measure, items } of rows) sums[measure] = items;
  return sums;
}

async function quarantinedTimes(door: string): Promise<number> {
  const [row] = await database.sql`
    select coalesce(sum(times), 0)::int as times from quarantine where door = ${door}`;
  return row?.times;
}

async function expectAgreement(door: string, answers: readonly Sums[]): Promise<void> {
  const sums = sumOf(answers);
  expect(await countedFates(door)).toEqual(sums);
  expect(await quarantinedTimes(door)).toBe(sums.conflict + sums.rejected);
}

describe("what comes in at the events door", () => {
  it("is counted by what became of it, rejections by their reason, as the answer says", async () => {
    const stored = event();
    const answers = [await send(desk, stored), await send(desk, ...mixed(stored))];
    expect(await counted("events", desk)).toEqual({
      accepted: 3,
      duplicate: 1,
      conflict: 1,
      [`rejected ${answers[1]?.results[2]?.error?.code}`]: 1,
      "rejected occurred_at_out_of_range": 1,
      "lag 1": 3,
    });
    await expectAgreement("events", answers);
  });

  it("is counted as answered when sources send at once, in other orders, and again", async () => {
    const stored = event();
    const batch = mixed(stored);
    const answers = await Promise.all(
      [desk, shop, desk, shop].flatMap((ctx, index) => [
        send(ctx, ...(index > 1 ? batch.toReversed() : batch)),
        send(ctx, stored),
      ]),
    );
    await expectAgreement("events", answers);
    const [own, other] = [await counted("events", desk), await counted("events", shop)];
    expect(own["rejected occurred_at_out_of_range"]).toBe(2);
    expect(other.accepted).toBe(own.accepted);
  });

  it("is counted by its marks and its lag, where it was accepted", async () => {
    const late = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();
    const marked = event({
      code: "404 Not Found",
      message: `password=dkvnwkaxicnwekfik ${"x".repeat(9_000)}`,
      occurred_at: late(-2_400),
    });
    await recordEvents(desk, { items: [{ item: marked, unreadable: null, sanitized: true }] });
    await send(desk, marked, event({ occurred_at: late(120) }), event({ occurred_at: late(7_200) }));
    expect(await counted("events", desk)).toEqual({
      accepted: 3,
      duplicate: 1,
      skewed: 2,
      sanitized: 1,
      scrubbed: 1,
      malformed_code: 1,
      message_cut: 1,
      "lag 1": 1,
      "lag 300": 1,
      "lag 21600": 1,
    });
  });
});

describe("a failure of the transaction", () => {
  const failWith = (code: string, times: number) =>
    database.sql.unsafe(`
      create sequence failures;
      create function fail() returns trigger language plpgsql as $$ begin
        if nextval('failures') <= ${times} then raise exception 'injected' using errcode = '${code}'; end if;
        return new;
      end $$;
      create trigger fail before insert on intake_counts for each row execute function fail();`);
  afterEach(() =>
    database.sql.unsafe("drop trigger fail on intake_counts; drop function fail; drop sequence failures"),
  );

  it("that is repeated by itself counts nothing twice", async () => {
    await failWith("40001", 2);
    const stored = event();
    await expectAgreement("events", [await send(desk, stored), await send(desk, ...mixed(stored))]);
  });

  it("that is told counts nothing; the client's repeat counts once", async () => {
    await failWith("P0001", 1);
    const item = event();
    await expect(send(desk, item, event({ tool: "" }))).rejects.toThrow();
    expect(await countedFates("events")).toEqual(sumOf([]));
    expect(await quarantinedTimes("events")).toBe(0);
    await expectAgreement("events", [await send(desk, item)]);
  });

  it("of one request spares the counts of its neighbours in the same transaction", async () => {
    await failWith("P0001", 1);
    const settled = await Promise.allSettled(Array.from({ length: 6 }, () => send(desk, event(), event())));
    const answers = settled.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
    expect(answers.length).toBeGreaterThanOrEqual(5);
    await expectAgreement("events", answers);
  });
});

describe("what comes in at the other doors is counted as answered", () => {
  it("frames", async () => {
    const record = { reference: "err_7c1f9a", frames_id: crypto.randomUUID(), raw: "TypeError: x" };
    const captured_at = new Date().toISOString();
    const frames = (...items: unknown[]) => attachFrames(desk, submitted(items));
    const first = { ...record, captured_at };
    await expectAgreement("frames", [
      await frames(first),
      await frames(first, { ...first, raw: "TypeError: y" }, { raw: "no reference" }),
    ]);
  });

  it("calls, by line", async () => {
    const line = { tool: "issue_refund", minute: new Date().toISOString(), count: 3 };
    const report = { report_id: crypto.randomUUID(), calls: [line, { ...line, tool: "" }] };
    const other = { ...report, calls: [line] };
    const answers = [];
    for (const items of [[report], [report, other], [{ calls: [] }]])
      answers.push(await recordCalls(desk, submitted(items)));
    expect(sumOf(answers)).toEqual({ accepted: 1, duplicate: 1, conflict: 1, rejected: 3 });
    await expectAgreement("calls", answers);
  });

  it("recoveries and releases", async () => {
    const recovery = {
      ...{ recovery_id: crypto.randomUUID(), run_id: "run_1", tool: "issue_refund", code: "invalid_status" },
      ...{ attempts: 2, outcome: "recovered", occurred_at: new Date().toISOString() },
    };
    await expectAgreement("recoveries", [
      await recordRecoveries(desk, submitted([recovery, recovery, { ...recovery, attempts: 3 }, {}])),
    ]);
    const release = { service: "desk", release: "1.0", released_at: new Date().toISOString() };
    await expectAgreement("releases", [
      await recordReleases(desk, submitted([release, release, { ...release, url: "https://a.example" }, {}])),
    ]);
  });

  it("evidence: what is taken; a refusal keeps nothing and counts nothing", async () => {
    const seen = {
      ...{ tool: "issue_refund", idempotency_key: crypto.randomUUID(), effect: "committed" as const },
      ...{ source: "provider", kind: "callback", external_id: "re_1", url: null, note: null },
      observed_at: instantFromDate(new Date(0)).iso,
    };
    await reportEvidence(desk, seen);
    await reportEvidence(desk, seen);
    const pinned = await keyContext(rt, { source: "desk", pins: { tenant: "acme" } });
    await expect(reportEvidence(pinned, { ...seen, tenant: "other" })).rejects.toMatchObject({
      code: "pinned_by_key",
    });
    expect(await counted("evidence", desk)).toEqual({ accepted: 1, duplicate: 1 });
  });
});

it("counts older than the events are removed", async () => {
  await send(desk, event());
  await database.sql`insert into intake_counts (source_id, door, slot, measure, items)
    select 1, 'events', now() - interval '200 days', 'accepted', 5`;
  await trimIntake.run({ ...rt, now: () => new Date() });
  expect(await countedFates("events")).toMatchObject({ accepted: 1 });
});
