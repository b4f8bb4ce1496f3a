// over 250 lines because what came next, and which rules it breaks, is judged by the runs of one world.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Move, MoveRule } from "@/domain/next-moves";
import { recordCalls } from "@/lib/services/calls/record-calls";
import type { Runtime, ServiceContext } from "@/lib/services/context";
import { countNextMoves } from "@/lib/services/recovery/count-next-moves";
import { listMovedEvents } from "@/lib/services/recovery/list-moved-events";
import { failure, personContext, report } from "../reading/failures";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { keyContext, openTestRuntime } from "../support/runtime";
import { hoursAgo, recover, recovery } from "./world";

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

const START = Date.now() - 3 * 3_600_000;
const at = (seconds: number) => new Date(START + seconds * 1000).toISOString();
let runs = 0;

type Step = { at: number } & Record<string, unknown>;
/** One run of its own service, so that each question is about it alone. */
async function run(...steps: Step[]) {
  runs += 1;
  const [service, run_id] = [`service-${runs}`, `run-${runs}`];
  const items = steps.map(({ at: seconds, ...parts }, index) =>
    failure({ service, run_id, occurred_at: at(seconds), turn: index, ...parts }),
  );
  await report(key, items);
  return { service: [service], run_id, items };
}
const ask = (service: string[]) => ({ from: hoursAgo(5), to: hoursAgo(0), service });

/** What came next after each step, in their order. */
async function movesOf(service: string[]): Promise<(Move | null)[]> {
  const { items } = await listMovedEvents(engineer, { ...ask(service), limit: 100 });
  return items.map(({ move }) => move).reverse();
}
async function brokenIn(service: string[]): Promise<Partial<Record<MoveRule, number>>> {
  const { rules } = await countNextMoves(engineer, { ...ask(service), by: "class" });
  return Object.fromEntries(rules.flatMap(({ rule, broken }) => (broken > 0 ? [[rule, broken]] : [])));
}

describe("what came next", () => {
  it("is told by the payload of the next attempt on the same tool, another call, another tool, or nothing", async () => {
    const { service } = await run(
      { at: 0, arguments_hash: "a", attempt: 1 },
      { at: 10, arguments_hash: "a", attempt: 2 },
      { at: 20, arguments_hash: "b", attempt: 3 },
      { at: 30, attempt: 4 },
      { at: 40, attempt: 1, arguments_hash: "c" },
      { at: 50, tool: "send_email" },
    );
    expect(await movesOf(service)).toEqual([
      ...["same_payload", "other_payload", "unknown_payload", "another_call", "other_tool", "nothing"],
    ]);
  });

  it("is the recovery that was reported, unless another attempt failed before it", async () => {
    const { service, run_id } = await run(
      { at: 0, attempt: 1 },
      { at: 10, attempt: 2 },
      { at: 600, attempt: 1 },
    );
    await recover(key, [
      recovery({ run_id, outcome: "recovered", occurred_at: at(30) }),
      recovery({ run_id, outcome: "escalated", occurred_at: at(700) }),
    ]);
    expect(await movesOf(service)).toEqual(["unknown_payload", "recovered", "escalated"]);
  });

  it("is not decided for what failed just now", async () => {
    const { service } = await run({ at: (Date.now() - START) / 1000 - 20 });
    expect(await movesOf(service)).toEqual([null]);
    const { undecided, items } = await countNextMoves(engineer, { ...ask(service), by: "class" });
    expect({ undecided, items }).toEqual({ undecided: 1, items: [] });
  });

  it("says whether the next attempt waited as long as it was told", async () => {
    const told = { class: "transient", retry_after: 30, arguments_hash: "a" };
    const { service } = await run(
      ...[
        { at: 0, ...told },
        { at: 30, ...told },
        { at: 45, ...told },
        { at: 100, class: "transient" },
      ],
      { at: 130, class: "transient" },
    );
    const { items } = await countNextMoves(engineer, { ...ask(service), by: "class" });
    expect(items).toMatchObject([
      { class: "transient", failures: 5, waits: { waited: 2, early: 1, untold: 1 } },
    ]);
  });

  it("adds up: the moves of every row are its failures, and each number has its rows", async () => {
    const all = { from: hoursAgo(5), to: hoursAgo(0) };
    const { items, undecided, read } = await countNextMoves(engineer, { ...all, by: "tool" });
    for (const { failures, moves } of items)
      expect(Object.values(moves).reduce((sum, one) => sum + one, 0)).toBe(failures);
    const counted = items.reduce((sum, { failures }) => sum + failures, 0) + undecided;
    expect(counted).toBe((await listMovedEvents(engineer, { ...all, limit: 1 })).found);
    expect(read.whole).toBe(true);
    for (const { tool, class: errorClass, moves } of items)
      for (const [move, count] of Object.entries(moves)) {
        const asked = { ...all, tool: [tool ?? ""], class: [errorClass], move: move as Move, limit: 1 };
        expect((await listMovedEvents(engineer, asked)).found).toBe(count);
      }
  });
});

describe("rules that are broken", () => {
  const hash = (arguments_hash: string) => ({ arguments_hash });

  it("validation repeated unchanged, or corrected more than once", async () => {
    const { service } = await run({ at: 0, ...hash("a") }, { at: 9, ...hash("a") }, { at: 18, ...hash("b") });
    expect(await brokenIn(service)).toEqual({ validation_unchanged: 1 });
    const corrected = await run({ at: 0, ...hash("a") }, { at: 9, ...hash("b") }, { at: 18, ...hash("c") });
    expect(await brokenIn(corrected.service)).toEqual({ validation_corrected_again: 1 });
    const once = await run({ at: 0, ...hash("a") }, { at: 9, ...hash("b") });
    expect(await brokenIn(once.service)).toEqual({});
  });

  it("authorization retried with whatever payload, but not another call", async () => {
    const part = { class: "authorization" };
    const { service } = await run({ at: 0, ...part, ...hash("a") }, { at: 9, ...part, ...hash("b") });
    expect(await brokenIn(service)).toEqual({ authorization_retried: 1 });
    const other = await run(
      ...[
        { at: 0, ...part, ...hash("a"), attempt: 1 },
        { at: 9, ...part, ...hash("b"), attempt: 1 },
      ],
    );
    expect(await brokenIn(other.service)).toEqual({});
  });

  it("unmapped repeated more than once", async () => {
    const part = { code: "internal_error", class: "semantic", ...hash("a") };
    const { service } = await run({ at: 0, ...part }, { at: 9, ...part });
    expect(await brokenIn(service)).toEqual({});
    const more = await run({ at: 0, ...part }, { at: 9, ...part }, { at: 18, ...part }, { at: 27, ...part });
    expect(await brokenIn(more.service)).toEqual({ unmapped_repeated: 2 });
  });

  it("an unknown effect repeated without a key", async () => {
    const part = { class: "semantic", effect: "unknown", ...hash("a") };
    const { service } = await run({ at: 0, ...part }, { at: 9, ...part });
    expect(await brokenIn(service)).toEqual({ unknown_effect_without_key: 1 });
    const kept = { ...part, idempotency_key: "k-1" };
    const keyed = await run({ at: 0, ...kept }, { at: 9, ...kept });
    expect(await brokenIn(keyed.service)).toEqual({});
  });

  it("transient without back-off: sooner than told, or within a second", async () => {
    const part = { class: "transient", ...hash("a") };
    const { service } = await run(
      { at: 0, ...part, retry_after: 30 },
      { at: 20, ...part },
      { at: 20.4, ...part },
      { at: 30, ...part },
    );
    expect(await brokenIn(service)).toEqual({ transient_without_backoff: 2 });
  });

  it("system hammered: a third time in a row, or many within a minute of which most failed", async () => {
    const part = { class: "system", ...hash("a") };
    const { service } = await run({ at: 0, ...part }, { at: 9, ...part }, { at: 18, ...part });
    expect(await brokenIn(service)).toEqual({});
    const hammered = await run(...[0, 9, 18, 27, 36].map((seconds) => ({ at: seconds, ...part })));
    expect(await brokenIn(hammered.service)).toEqual({ system_hammered: 2 });
    const { items, found } = await listMovedEvents(engineer, {
      ...ask(hammered.service),
      rule: "system_hammered",
      limit: 1,
    });
    expect({ found, first: items[0]?.reference }).toEqual({ found: 2, first: hammered.items[3]?.reference });
  });
});

describe("a tool that many runs hammer at once", () => {
  const common = { service: "many", environment: "production", class: "system" };

  /** Five runs that try three times within a minute: from the tenth failure on, each that is repeated is one too many. */
  const hammer = (tenant: string) =>
    report(
      key,
      [0, 1, 2, 3, 4].flatMap((of) =>
        [0, 20, 40].map((later) =>
          failure({ ...common, tenant, run_id: `${tenant}-${of}`, occurred_at: at(600 + of + later) }),
        ),
      ),
    );
  const count = async (parts: Record<string, unknown>) => {
    const counted = { minute: at(600), tool: "issue_refund", ...parts };
    const item = { report_id: crypto.randomUUID(), calls: [counted] };
    expect(await recordCalls(key, { items: [{ item, unreadable: null }] })).toMatchObject({ accepted: 1 });
  };
  const broken = async (ctx: ServiceContext, tenant?: string[]) => {
    const asked = { ...ask(["many"]), ...(tenant && { tenant }), by: "class" } as const;
    return (await countNextMoves(ctx, asked)).rules.find(({ rule }) => rule === "system_hammered")?.broken;
  };

  it("is judged by the calls of the same tenant, service and environment, for whoever looks", async () => {
    const place = { service: "many", environment: "production" };
    await hammer("down");
    await hammer("well");
    await count({ ...place, tenant: "down", count: 12 });
    await count({ ...place, tenant: "well", count: 1_000 });
    await count({ ...place, count: 1_000 });
    await count({ ...place, tenant: "down", environment: "test", count: 1_000 });
    await count({ ...place, tenant: "down", service: "other", count: 1_000 });
    const confined = (tenant: string) => personContext(rt, ["engineer"], { tenants: [tenant] });
    const [whole, down, well] = [
      await broken(engineer),
      await broken(engineer, ["down"]),
      await broken(engineer, ["well"]),
    ];
    // The second try of the last run: the tenth failure, and repeated.
    expect({ whole, down, well }).toEqual({ whole: 1, down: 1, well: 0 });
    expect([await broken(confined("down")), await broken(confined("well"))]).toEqual([1, 0]);
  });
});

describe("whoever may see less", () => {
  it("confined to a tenant sees what came next in that tenant, and counts nothing else", async () => {
    const part = { run_id: "shared", service: "shared", class: "validation", arguments_hash: "a" };
    await report(key, [
      failure({ ...part, tenant: "ours", occurred_at: at(0) }),
      failure({ ...part, tenant: "theirs", occurred_at: at(5) }),
      failure({ ...part, tenant: "theirs", occurred_at: at(10) }),
    ]);
    const ours = personContext(rt, ["engineer"], { tenants: ["ours"] });
    const { items, rules } = await countNextMoves(ours, { from: hoursAgo(5), to: hoursAgo(0), by: "class" });
    expect(items).toMatchObject([{ failures: 1, moves: { nothing: 1 } }]);
    expect(rules.every(({ broken }) => broken === 0)).toBe(true);
  });

  it("support is not told of compensations, which are of cases", async () => {
    const support = personContext(rt, ["support"]);
    expect((await countNextMoves(support, { ...ask(["none"]), by: "class" })).knows_cases).toBe(false);
  });
});
