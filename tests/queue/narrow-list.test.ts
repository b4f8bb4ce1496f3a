import { drizzle } from "drizzle-orm/postgres-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "@/db/client";
import { countCases, listCaseRows } from "@/db/queries/cases";
import { tellDeadlines } from "@/db/queries/deadlines";
import { caseScopeOf } from "@/domain/case-scope";
import { UNCONFINED } from "@/domain/permissions";
import { addNote } from "@/lib/services/cases/add-note";
import { assignCase } from "@/lib/services/cases/assign-case";
import { claimCase } from "@/lib/services/cases/claim-case";
import { type ListCasesInput, listCases } from "@/lib/services/cases/list-cases";
import { snoozeCase } from "@/lib/services/cases/snooze-case";
import type { ServiceContext } from "@/lib/services/context";
import { member } from "./members";
import { openQueueWorld, type QueueWorld } from "./world";

let world: QueueWorld;
let ann: ServiceContext;
beforeAll(async () => {
  world = await openQueueWorld();
  ann = await member(world, "Ann");
});
afterAll(() => world.close());

const found = async (input: Partial<ListCasesInput>, who = ann) => {
  const { items, counts } = await listCases(who, { limit: 50, ...input });
  return { ids: items.map((one) => one.case_id).sort(), counts };
};

test("a key, a reference and a case's id are found exactly or by how they begin, and only where one may look", async () => {
  const key = { tool: "by name", idempotency_key: "order-17", reference: "err_q17" };
  const one = await world.open(key);
  const two = await world.open({ ...key, tenant: "moon", reference: "err_other" });
  const more = await world.open({ tool: "by name", idempotency_key: "order-170", reference: "err_q170" });
  expect((await found({ q: "order-17" })).ids).toEqual([one, two].sort());
  expect((await found({ q: "err_q17" })).ids).toEqual([one]);
  expect((await found({ q: one.toUpperCase() })).ids).toEqual([one]);
  expect((await found({ q: "ERR_Q17" })).ids).toEqual([one]);
  expect((await found({ q: "ORDER-17" })).ids).toEqual([]);
  expect((await found({ q: "order-1" })).ids).toEqual([]);
  expect((await found({ q: "order-17*" })).ids).toEqual([one, two, more].sort());
  expect((await found({ q: "order-170*" })).ids).toEqual([more]);
  expect((await found({ q: "ERR_Q1*" })).ids).toEqual([one, more].sort());
  expect((await found({ q: "errxq1*" })).ids).toEqual([]);
  expect((await found({ q: `${one.slice(0, 13)}*` })).ids).toEqual([one]);
  expect((await found({ q: "order-17" })).counts).toMatchObject({ open: 2, settled: 0 });
  const confined = world.person("Kim", ["reconciler"], { ...UNCONFINED, tenants: ["moon"] });
  expect((await found({ q: "order-17" }, confined)).ids).toEqual([two]);
  expect((await found({ q: "order-1*" }, confined)).ids).toEqual([two]);
  expect((await found({ q: one }, confined)).ids).toEqual([]);
});

test("flags, times, holders and assignees narrow the list and its counts alike", async () => {
  const tool = ["narrow"];
  const keyless = await world.open({ tool: "narrow", idempotency_key: null });
  world.clock.move(100);
  const held = await world.open({ tool: "narrow" });
  const assigned = await world.open({ tool: "narrow" });
  await claimCase(ann, { case_id: held });
  await assignCase(ann, { case_id: assigned, person_id: ann.caller.id });
  const all = [keyless, held, assigned].sort();
  expect((await found({ tool, flag: ["no_key", "key_reused"] })).ids).toEqual([keyless]);
  expect((await found({ tool, opened_from: world.clock.iso })).ids).toEqual([held, assigned].sort());
  expect((await found({ tool, opened_to: world.clock.iso })).ids).toEqual([keyless]);
  expect((await found({ tool, deadline_to: world.clock.at(14_400) })).ids).toEqual([keyless]);
  expect((await found({ tool, deadline_from: world.clock.at(14_400) })).ids).toEqual([held, assigned].sort());
  expect((await found({ tool, claimed: true })).ids).toEqual([held]);
  expect((await found({ tool, claimed: false })).ids).toEqual([keyless, assigned].sort());
  expect((await found({ tool, assigned_to: ["me"] })).ids).toEqual([assigned]);
  expect((await found({ tool, assigned_to: ["me", "nobody"] })).ids).toEqual(all);
  const { counts } = await found({ tool, claimed: false });
  expect(counts).toMatchObject({ open: 2, mine: 0, assigned: 1 });
  world.clock.move(901);
  expect((await found({ tool, claimed: true })).ids).toEqual([]);
});

test("whatever sleeps, waits or is settled: the counts of the views add up to all there are", async () => {
  const tool = ["adds up"];
  const ids = await Promise.all(Array.from({ length: 6 }, () => world.open({ tool: "adds up" })));
  await snoozeCase(ann, { case_id: ids[0] ?? "", until: world.clock.at(60) });
  await world.settle(ids[1] ?? "", "committed", world.clock.iso, ann);
  const { counts } = await found({ tool });
  expect(counts).toMatchObject({ open: 4, snoozed: 1, second: 0, settled: 1 });
  expect(counts.open + counts.snoozed + counts.second + counts.settled).toBe(ids.length);
});

test("one's own renewal after one's own note works, and an earlier version of the page does not stand in the way", async () => {
  const case_id = await world.open();
  const first = await claimCase(ann, { case_id });
  await addNote(ann, { case_id, text: "asked the provider" });
  world.clock.move(600);
  const renewed = await claimCase(ann, { case_id });
  expect(renewed).toMatchObject({ claimed_at: first.claimed_at, claim_expires_at: world.clock.at(900) });
});

describe("plans", () => {
  /** The plans of the statements really sent; few rows would be scanned, so scans are dear here. */
  async function plansOf(query: (db: Database) => Promise<unknown>): Promise<string> {
    const sent: { text: string; params: unknown[] }[] = [];
    const logger = {
      logQuery: (text: string, params: unknown[]) => void sent.push({ text, params }),
    };
    await query(drizzle(world.database.sql, { logger }));
    return world.database.sql.begin(async (sql) => {
      await sql`set local enable_seqscan = off`;
      const plans: string[] = [];
      for (const { text, params } of sent.filter((one) => /^\s*(select|with|update)/.test(one.text)))
        plans.push(
          ...(await sql.unsafe(`explain ${text}`, params as string[])).map((row) => row["QUERY PLAN"]),
        );
      return plans.join("\n");
    });
  }
  const viewer = () => ({ scope: caseScopeOf(ann.caller), holder_id: ann.caller.id, now: world.clock.iso });
  const page = { filter: {}, cursor: null, limit: 50 };

  test.each(["order-17", "order-17*"])(
    "%s is looked up by one index each, then by the primary key",
    async (q) => {
      const plan = await plansOf((db) => listCaseRows(db, viewer(), { ...page, filter: { q } }));
      expect(plan).toMatch(/cases_by_key/);
      expect(plan).toMatch(/attempts_by_reference/);
      expect(plan).toMatch(/Index Cond: \(case_id = ANY/);
      expect(plan).not.toContain("Seq Scan");
    },
  );

  test.each([
    ["assigned", /cases_assigned/],
    ["watched", /watches_by_person|watches_once/],
  ] as const)("the view %s is read from its own few rows", async (view, index) => {
    const plan = await plansOf((db) => listCaseRows(db, viewer(), { ...page, view }));
    expect(plan).toMatch(index);
    expect(plan).not.toContain("Seq Scan");
  });

  test("counting and telling of deadlines read no table from end to end", async () => {
    expect(await plansOf((db) => countCases(db, viewer(), {}))).not.toContain("Seq Scan");
    const untold = await plansOf((db) =>
      tellDeadlines(db as unknown as Parameters<typeof tellDeadlines>[0], world.clock.at(-86_400), 10),
    );
    expect(untold).toMatch(/cases_untold/);
  });
});
