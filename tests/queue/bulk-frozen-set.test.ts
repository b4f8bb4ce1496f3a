import { afterAll, beforeAll, expect, test } from "vitest";
import { dropUnusedBulkActions } from "@/lib/duties/drop-unused-bulks";
import { freezeBulk } from "@/lib/services/bulk/freeze-bulk";
import { listBulk } from "@/lib/services/bulk/list-bulk";
import { listBulkItems } from "@/lib/services/bulk/list-bulk-items";
import { readBulk } from "@/lib/services/bulk/read-bulk";
import { startBulk } from "@/lib/services/bulk/start-bulk";
import { stopBulk } from "@/lib/services/bulk/stop-bulk";
import { claimCase } from "@/lib/services/cases/claim-case";
import { listCases } from "@/lib/services/cases/list-cases";
import { readCase } from "@/lib/services/cases/read-case";
import { type BulkWorld, CLAIM, ofTool, openBulkWorld } from "./bulk-world";

/* What an action is on is chosen once and counted exactly; only then it is started. */

let world: BulkWorld;
beforeAll(async () => {
  world = await openBulkWorld();
});
afterAll(() => world.close());

test("1,201 chosen while the list changes: acts on those, and the three counts add up", async () => {
  const { ann, bob } = world;
  const chosen = await world.openMany(1_201, "wire");
  const frozen = await freezeBulk(ann, { parameters: CLAIM, choose: ofTool("wire") });
  expect(frozen).toMatchObject({
    state: "frozen",
    total: 1_201,
    preview: { will_do: 1_201, will_skip: [] },
  });
  expect(frozen.preview?.sample).toHaveLength(20);
  // Meanwhile: new ones come, one is settled, three are taken by somebody else.
  const later = await world.openMany(7, "wire");
  await world.settle(chosen[5] ?? "", "committed", world.clock.iso, bob);
  for (const case_id of chosen.slice(10, 13)) await claimCase(bob, { case_id });
  const again = await readBulk(ann, frozen);
  expect(again.total).toBe(1_201);
  expect(again.preview).toMatchObject({
    will_do: 1_197,
    will_skip: [
      { code: "claimed_by_other", count: 3 },
      { code: "already_settled", count: 1 },
    ],
  });
  await startBulk(ann, { bulk_id: frozen.bulk_id, count: 1_201 });
  const over = await world.untilOver(frozen.bulk_id);
  expect(over).toMatchObject({ state: "done", total: 1_201, done: 1_197, skipped: 4, failed: 0 });
  const outcomes = await world.outcomes(ann, frozen.bulk_id);
  expect([...outcomes.keys()].sort()).toEqual([...chosen].sort());
  expect(outcomes.get(chosen[5] ?? "")).toMatchObject({ outcome: "skipped", code: "already_settled" });
  expect(outcomes.get(chosen[10] ?? "")?.message).toContain("Bob");
  const mine = await listCases(ann, { view: "mine", tool: ["wire"], limit: 1 });
  expect(mine.counts.mine).toBe(1_197);
  const untouched = await readCase(ann, { case_id: later[0] ?? "" });
  expect(untouched.claimed_by).toBeNull();
});

test("is chosen within what the person may see, and by the very filters of the list", async () => {
  const acme = await world.makePerson("Confined", { tenants: ["acme"] });
  await world.open({ tool: "mail", tenant: "acme" });
  await world.open({ tool: "mail", tenant: "globex" });
  const frozen = await freezeBulk(acme, { parameters: CLAIM, choose: ofTool("mail") });
  expect(frozen.total).toBe(1);
  const all = await freezeBulk(world.ann, {
    parameters: CLAIM,
    choose: { tool: ["mail"], claimed: false },
  });
  expect(all.total).toBe(2);
  const listed = await listCases(world.ann, { tool: ["mail"], limit: 10 });
  const items = await listBulkItems(world.ann, { bulk_id: all.bulk_id, limit: 10 });
  expect(items.items.map((one) => one.case_id)).toEqual(listed.items.map((one) => one.case_id));
});

test("empty, too large or naming what is not there: refused, and nothing is kept", async () => {
  const { ann } = world;
  const before = (await listBulk(ann, { limit: 200 })).items.length;
  const refused = freezeBulk(ann, { parameters: CLAIM, choose: ofTool("nothing such") });
  await expect(refused).rejects.toMatchObject({ code: "set_empty", errorClass: "validation" });
  const [case_id = ""] = await world.openMany(1);
  const hidden = await world.open({ tenant: "globex" });
  const acme = await world.makePerson("Confined", { tenants: ["acme"] });
  const named = freezeBulk(acme, { parameters: CLAIM, choose: { case_ids: [case_id, hidden] } });
  await expect(named).rejects.toMatchObject({ code: "case_not_found" });
  await world.database.sql`
    insert into cases (case_id, intent_hash, generation, tool, lone_event, state, opening, flags, first_attempt_at,
      last_attempt_at, safe_after, due_from, deadline_at, attempt_count, opened_at, opened_by, reporter_ids, version)
    select gen_random_uuid(), 'many-' || n, 1, 'many', 'many-' || n, 'open', 1, '{}', now(), now(), now(), now(), now(),
      0, now(), 'test', '{}', 1 from generate_series(1, 50001) n`;
  const large = freezeBulk(ann, { parameters: CLAIM, choose: ofTool("many") });
  await expect(large).rejects.toMatchObject({ code: "set_too_large", received: 50_001 });
  expect((await listBulk(ann, { limit: 200 })).items).toHaveLength(before);
  const [kept] = await world.database.sql`select count(*)::int as n from bulk_items where bulk_id not in
    (select bulk_id from bulk_actions)`;
  expect(kept?.n).toBe(0);
});

test("needs the exact count, counts once, and is for who froze it", async () => {
  const { ann, bob } = world;
  await world.openMany(3, "start");
  const { bulk_id } = await freezeBulk(ann, { parameters: CLAIM, choose: ofTool("start") });
  await expect(startBulk(ann, { bulk_id, count: 2 })).rejects.toMatchObject({
    code: "count_mismatch",
    permitted: [3],
  });
  for (const call of [
    () => readBulk(bob, { bulk_id }),
    () => startBulk(bob, { bulk_id, count: 3 }),
    () => stopBulk(bob, { bulk_id }),
  ])
    await expect(call()).rejects.toMatchObject({ code: "bulk_not_found" });
  await expect(stopBulk(ann, { bulk_id })).rejects.toMatchObject({ code: "bulk_not_started" });
  await Promise.all([startBulk(ann, { bulk_id, count: 3 }), startBulk(ann, { bulk_id, count: 3 })]);
  expect(await world.untilOver(bulk_id)).toMatchObject({ done: 3, skipped: 0, failed: 0 });
  const again = await startBulk(ann, { bulk_id, count: 3 });
  expect(again).toMatchObject({ state: "done", done: 3 });
  await expect(stopBulk(ann, { bulk_id })).rejects.toMatchObject({ code: "bulk_finished" });
  const admin = await world.makePerson("Admin", { roles: ["admin"] });
  expect(await readBulk(admin, { bulk_id })).toMatchObject({ done: 3, by: "Ann" });
  const trail = await world.database
    .sql`select action, details from audit where subject_id = ${bulk_id} order by audit_id`;
  expect(trail.map(({ action }) => action)).toEqual(["bulk.frozen", "bulk.started", "bulk.finished"]);
  const cases = await world.database.sql`select count(*)::int as n from audit
    where action = 'case.claimed' and details ->> 'bulk_id' = ${bulk_id}`;
  expect(cases[0]?.n).toBe(3);
});

test("a set frozen a day ago can no longer be started and is removed", async () => {
  const { ann, clock, rt } = world;
  await world.openMany(2, "old");
  const { bulk_id } = await freezeBulk(ann, { parameters: CLAIM, choose: ofTool("old") });
  clock.move(86_400);
  await expect(startBulk(ann, { bulk_id, count: 2 })).rejects.toMatchObject({ code: "bulk_too_old" });
  clock.move(1);
  await dropUnusedBulkActions.run({ ...rt, now: clock.read });
  await expect(readBulk(ann, { bulk_id })).rejects.toMatchObject({ code: "bulk_not_found" });
  const trail = await world.database.sql`select actor_kind, details from audit
    where subject_id = ${bulk_id} and action = 'bulk.dropped'`;
  expect(trail).toMatchObject([{ actor_kind: "system", details: { total: 2 } }]);
});
