import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { EventClass } from "@/domain/event-class";
import type { EventFilters } from "@/domain/filters";
import { MOVE_RULES, MOVES } from "@/domain/next-moves";
import type { Confinement } from "@/domain/permissions";
import { recordCalls } from "@/lib/services/calls/record-calls";
import { claimCase } from "@/lib/services/cases/claim-case";
import type { Runtime, ServiceContext } from "@/lib/services/context";
import { countNextMoves } from "@/lib/services/recovery/count-next-moves";
import { listMovedEvents } from "@/lib/services/recovery/list-moved-events";
import { putTool } from "@/lib/services/tools/put-tool";
import { issueVerdict } from "@/lib/services/verdicts/issue-verdict";
import { seen } from "../queue/world";
import { failure, personContext, report } from "../reading/failures";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { keyContext, openTestRuntime } from "../support/runtime";
import { type OracleFailure, type OracleWorld, tellByHand } from "./moves-oracle";
import { recover, recovery } from "./world";

/*
 * Runs as no agent leaves them: of the same instant, without turns or hashes, shared by tenants. What each failure was
 * followed by is what one finds by looking through all the others for it.
 */

let database: TestDatabase;
let rt: Runtime;
let world: OracleWorld;

const MINUTE = 60_000;
const START = Math.floor(Date.now() / MINUTE) * MINUTE - 5 * 60 * MINUTE;
const some = (...values: string[]) => fc.constantFrom(...values);
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null, freq: 2 });
/** Many at the same instant, and some just as far apart as matters. */
const moment = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 90 }).map((at) => at * 1_000) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 40 }).map((at) => at * 5 * MINUTE) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 20 }).map((at) => 90 * MINUTE + at * 100) },
);
const place = { tenant: some("one", "two"), tool: some("issue_refund", "send_email", "look_up") };
const failures = fc.record({
  ...place,
  ...{ event_id: fc.uuid(), at: moment.map((at) => START + at) },
  ...{ turn: maybe(fc.nat(2)), attempt: maybe(fc.integer({ min: 1, max: 3 })) },
  run_id: fc.option(
    fc.nat(6).map((of) => `run-${of}`),
    { nil: null, freq: 12 },
  ),
  ...{ service: some("a", "a", "a", "b"), environment: fc.constantFrom(null, null, null, "production") },
  class: some(
    "validation",
    "validation",
    "authorization",
    "transient",
    "system",
    "system",
    "system",
    "semantic",
  ),
  ...{ effect: maybe(some("unknown", "absent")), unmapped: fc.boolean() },
  ...{
    arguments_hash: fc.option(some("p", "q", "r"), { nil: null, freq: 6 }),
    idempotency_key: maybe(some("k", "l")),
  },
  retry_after: maybe(fc.constantFrom(0.3, 5, 600)),
});
const reported = fc.record({
  ...{ at: moment.map((at) => START + at + 500), run_id: fc.nat(6).map((of) => `run-${of}`) },
  ...{ ...place, outcome: fc.constantFrom("recovered", "escalated", "gave_up") },
});
const iso = (at: number) => new Date(at).toISOString();
const sampled = <Value>(arbitrary: fc.Arbitrary<Value>, count: number): Value[] =>
  fc.sample(arbitrary, { numRuns: count, seed: 119 });

beforeAll(async () => {
  database = await createTestDatabase();
  rt = openTestRuntime(database);
  const key = await keyContext(rt);
  await putTool(personContext(rt, ["admin"]), { tool: "look_up", writes: false });
  const rows = sampled(failures, 800);
  for (let from = 0; from < rows.length; from += 60)
    await report(key, rows.slice(from, from + 60).map(sentFailure));
  // At no two times the same, so that which of them comes first is not open.
  const endings = [...new Map(sampled(reported, 60).map((one) => [one.at, one])).values()];
  await recover(
    key,
    endings.map(({ at, ...rest }) => recovery({ ...rest, occurred_at: iso(at) })),
  );
  // Of one tool most failed, of the other few.
  const calls = [
    { minute: START, count: 3, tool: "issue_refund", service: "a", tenant: "one" },
    { minute: START, count: 900, tool: "send_email", service: "a", tenant: "one" },
  ];
  const item = {
    report_id: crypto.randomUUID(),
    calls: calls.map((one) => ({ ...one, minute: iso(one.minute) })),
  };
  expect(await recordCalls(key, { items: [{ item, unreadable: null }] })).toMatchObject({
    accepted: calls.length,
  });
  const newest = (one: OracleFailure, other: OracleFailure) =>
    other.at - one.at || (one.event_id < other.event_id ? 1 : -1);
  const common = { endings, calls, read_only: ["look_up"], now: Date.now() };
  world = { rows: rows.sort(newest), ...common, compensated: await compensate() };
});
afterAll(async () => {
  await rt.close();
  await database.drop();
});

function sentFailure({ at, unmapped, ...rest }: OracleFailure) {
  const said = Object.entries(rest).filter(([, value]) => value !== null);
  return failure({
    ...Object.fromEntries(said),
    code: unmapped ? "internal_error" : "known",
    occurred_at: iso(at),
  });
}

/** A person finds of every third case that it was undone. */
async function compensate(): Promise<Set<string>> {
  const operator = personContext(rt, ["reconciler"]);
  const cases = await database.sql<{ case_id: string; events: string[] }[]>`
    select case_id, array_agg(event_id) as events from attempts group by 1 order by min(identity)`;
  const chosen = cases.filter((_, at) => at % 3 === 0);
  for (const { case_id } of chosen) {
    await claimCase(operator, { case_id });
    const evidence = [seen(iso(Date.now()))];
    await issueVerdict(operator, { case_id, verdict: "compensated", evidence });
  }
  return new Set(chosen.flatMap(({ events }) => events));
}

type Asked = { filters: Pick<EventFilters, "tool" | "class" | "tenant">; confinement: Partial<Confinement> };
const asked: fc.Arbitrary<Asked> = fc.record({
  filters: fc.record(
    {
      ...{ tool: fc.subarray(["issue_refund", "send_email"], { minLength: 1 }) },
      ...{ class: fc.subarray<EventClass>(["validation", "transient", "system"], { minLength: 1 }) },
      tenant: fc.constant(["one"]),
    },
    { requiredKeys: [] },
  ),
  confinement: fc.constantFrom<Partial<Confinement>>({}, {}, { tenants: ["two"] }, { services: ["a"] }),
});
const RANGE = { from: iso(START - MINUTE), to: iso(START + 5 * 60 * MINUTE) };

type Told = ReturnType<typeof tellByHand> & { row: OracleFailure };
const known = new Map<string, Told[]>();

/** What is to be told of each failure as far as a question and who asks it see the world. */
function tell({ filters: { tenant }, confinement }: Asked): Told[] {
  const key = JSON.stringify([tenant, confinement]);
  const { tenants, services } = { tenants: null, services: null, ...confinement };
  const isSeen = (one: { tenant: string }) =>
    (tenant?.includes(one.tenant) ?? true) && (tenants?.includes(one.tenant) ?? true);
  const rows = world.rows.filter((row) => isSeen(row) && (services?.includes(row.service) ?? true));
  const endings = services === null ? world.endings.filter(isSeen) : [];
  const told =
    known.get(key) ?? rows.map((row) => ({ row, ...tellByHand({ ...world, rows, endings }, row) }));
  known.set(key, told);
  return told;
}

it("each failure is followed, and breaks what, as one finds by looking through all others", async () => {
  const met = { moves: new Set<string>(), rules: new Set<string>() };
  await fc.assert(
    fc.asyncProperty(asked, async (one) => {
      const ctx: ServiceContext = personContext(rt, ["engineer", "reconciler"], one.confinement);
      const all = tell(one);
      const { tool, class: classes } = one.filters;
      const told = all.filter(
        ({ row }) =>
          row.run_id !== null &&
          (tool?.includes(row.tool) ?? true) &&
          (classes?.some((name) => name === row.class) ?? true),
      );
      const { found, items } = await listMovedEvents(ctx, { ...one.filters, ...RANGE, limit: 1_000 });
      expect(found).toBe(told.length);
      expect(
        items.map(({ event_id, move, wait, next, rules }) => ({
          ...{ event_id, move, wait, next: next?.event_id ?? null, rules },
        })),
      ).toEqual(
        told.map(({ row, next, ...rest }) => ({
          event_id: row.event_id,
          ...rest,
          next: next?.event_id ?? null,
        })),
      );
      const counted = await countNextMoves(ctx, { ...one.filters, ...RANGE, by: "class" });
      expect(counted.without_run).toBe(all.filter(({ row }) => row.run_id === null).length);
      for (const { rule, broken, newest } of counted.rules) {
        const broke = told.filter(({ rules }) => rules.includes(rule));
        expect([rule, broken, newest?.event_id]).toEqual([rule, broke.length, broke[0]?.row.event_id]);
        if (broken > 0) met.rules.add(rule);
      }
      for (const { move } of told) met.moves.add(move ?? "undecided");
    }),
    { numRuns: 25, seed: 119 },
  );
  // What never came about was not compared.
  expect([...met.rules].sort()).toEqual([...MOVE_RULES].sort());
  expect([...met.moves].sort()).toEqual([...MOVES].sort());
});
