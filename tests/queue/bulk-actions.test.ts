import { afterAll, beforeAll, describe, expect, test } from "vitest";
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
import { type BulkWorld, openBulkWorld, verdictOf } from "./bulk-world";

let world: BulkWorld;
beforeAll(async () => {
  world = await openBulkWorld();
});
afterAll(() => world.close());

const CLAIM = { kind: "claim" } as const;
const ofTool = (tool: string) => ({ view: "open" as const, tool: [tool] });

describe("the frozen set", () => {
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
});

describe("starting", () => {
  test("needs the exact count, counts once, and is for who froze it", async () => {
    const { ann, bob } = world;
    await world.openMany(3, "start");
    const { bulk_id } = await freezeBulk(ann, { parameters: CLAIM, choose: ofTool("start") });
    await expect(startBulk(ann, { bulk_id, count: 2 })).rejects.toMatchObject({
      code: "count_mismatch",
      permitted: [3],
    });
    for (const call of [
      readBulk(bob, { bulk_id }),
      startBulk(bob, { bulk_id, count: 3 }),
      stopBulk(bob, { bulk_id }),
    ])
      await expect(call).rejects.toMatchObject({ code: "bulk_not_found" });
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
});

describe("what is done to each case", () => {
  test("release: one's own are given back, others' and unheld ones are named", async () => {
    const { ann, bob } = world;
    const [own = "", his = "", free = ""] = await world.openMany(3, "release");
    await claimCase(ann, { case_id: own });
    await claimCase(bob, { case_id: his });
    const over = await world.run(ann, { kind: "release" }, { case_ids: [own, his, free] });
    expect(over).toMatchObject({ done: 1, skipped: 2 });
    const outcomes = await world.outcomes(ann, over.bulk_id);
    expect(outcomes.get(own)).toEqual({ outcome: "done", code: null, message: null });
    expect(outcomes.get(his)?.code).toBe("claimed_by_other");
    expect(outcomes.get(free)?.code).toBe("not_claimed");
    const held = await readCase(ann, { case_id: own });
    expect(held.claimed_by).toBeNull();
    expect(held.claims).toMatchObject([{ by: "Ann", ended_as: "given_back" }]);
  });

  test("claim: takes the free, renews one's own, takes over what ran out", async () => {
    const { ann, bob, clock } = world;
    const [own = "", expired = "", free = ""] = await world.openMany(3, "claim");
    await claimCase(bob, { case_id: expired });
    clock.move(901);
    await claimCase(ann, { case_id: own });
    const since = (await readCase(ann, { case_id: own })).claimed_at;
    clock.move(60);
    await world.run(ann, CLAIM, { case_ids: [own, expired, free] });
    const rows = await Promise.all([own, expired, free].map((case_id) => readCase(ann, { case_id })));
    expect(rows.map((one) => one.claim_expires_at)).toEqual(Array(3).fill(clock.at(900)));
    expect(rows[0]?.claimed_at).toBe(since);
    expect(rows[1]?.claims.map(({ by, ended_as }) => [by, ended_as])).toEqual([
      ["Ann", null],
      ["Bob", "expired"],
    ]);
  });

  test("note: among people, on settled cases too; a key writes none", async () => {
    const { ann } = world;
    const ids = await world.openMany(2, "note");
    await world.settle(ids[0] ?? "", "committed", world.clock.iso, ann);
    const over = await world.run(ann, { kind: "note", text: "seen in the file" }, { case_ids: ids });
    expect(over).toMatchObject({ done: 2, skipped: 0 });
    for (const case_id of ids) {
      const { notes } = await readCase(ann, { case_id });
      expect(notes).toMatchObject([{ text: "seen in the file", by: "Ann", kind: "note" }]);
    }
    const byKey = freezeBulk(world.runtime, {
      parameters: { kind: "note", text: "x" },
      choose: { case_ids: ids },
    });
    await expect(byKey).rejects.toMatchObject({ code: "forbidden" });
  });

  test("assign and snooze: as the single verbs, what changes nothing is said", async () => {
    const { ann, bob, clock } = world;
    const ids = await world.openMany(3, "assign");
    const [first = "", second = "", foreign = ""] = ids;
    await world.database.sql`update cases set tenant = 'globex' where case_id = ${foreign}`;
    const acme = await world.makePerson("Cara", { tenants: ["acme"] });
    const assign = { kind: "assign", person_id: acme.caller.id } as const;
    expect(await world.run(ann, assign, { case_ids: ids })).toMatchObject({ done: 2, skipped: 1 });
    const over = await world.run(ann, assign, { case_ids: ids });
    expect(over).toMatchObject({ done: 0, skipped: 3 });
    const codes = await world.outcomes(ann, over.bulk_id);
    expect([first, foreign].map((id) => codes.get(id)?.code)).toEqual([
      "already_assigned",
      "cannot_be_assigned",
    ]);
    expect((await readCase(ann, { case_id: first })).assigned_to).toBe("Cara");
    const nobody = { kind: "assign", person_id: null } as const;
    expect(await world.run(ann, nobody, { case_ids: ids })).toMatchObject({ done: 2, skipped: 1 });
    const gone = freezeBulk(ann, {
      parameters: { ...assign, person_id: crypto.randomUUID() },
      choose: { case_ids: ids },
    });
    await expect(gone).rejects.toMatchObject({ code: "cannot_be_assigned" });

    await claimCase(bob, { case_id: second });
    await world.database.sql`update cases set deadline_at = ${clock.at(600)} where case_id = ${foreign}`;
    const asleep = await world.run(ann, { kind: "snooze", until: clock.at(3_600) }, { case_ids: ids });
    expect(asleep).toMatchObject({ done: 1, skipped: 2 });
    const slept = await world.outcomes(ann, asleep.bulk_id);
    expect(slept.get(second)?.code).toBe("claimed_by_other");
    expect(slept.get(foreign)?.code).toBe("snooze_past_deadline");
    expect((await readCase(ann, { case_id: first })).snoozed_until).toBe(clock.at(3_600));
  });
});

describe("while it runs", () => {
  test("what the person may no longer do is skipped, the rest of it as a whole", async () => {
    const carl = await world.makePerson("Carl");
    const ids = await world.openMany(3_000, "rights");
    const frozen = await freezeBulk(carl, { parameters: verdictOf(world), choose: { case_ids: ids } });
    // The role is lost with the first part, by a trigger; another may be under way at that moment.
    await world.database.sql.unsafe(`
      create function lose_role() returns trigger language plpgsql as $$ begin
        update people set roles = '{support}' where id = '${carl.caller.id}'; return null; end $$;
      create trigger lose_role after update of done on bulk_actions for each row
        when (new.done > 0) execute function lose_role()`);
    await startBulk(carl, { bulk_id: frozen.bulk_id, count: 3_000 });
    const over = await world.untilOver(frozen.bulk_id);
    await world.database.sql.unsafe("drop trigger lose_role on bulk_actions; drop function lose_role");
    expect(over).toMatchObject({ state: "done", skipped: 3_000 - over.done, failed: 0 });
    expect([500, 1_000]).toContain(over.done);
    const items = await listBulkItems(world.ann, { bulk_id: frozen.bulk_id, limit: 1 }).catch(
      (error) => error.code,
    );
    expect(items).toBe("bulk_not_found");
    const [row] = await world.database.sql`select count(*)::int as n from bulk_items
      where bulk_id = ${frozen.bulk_id} and outcome = 'skipped' and code = 'forbidden'`;
    expect(row?.n).toBe(over.skipped);
  });

  test("a narrower confinement leaves out what it hides", async () => {
    const dora = await world.makePerson("Dora");
    const inside = await world.open({ tenant: "acme", tool: "narrow" });
    const outside = await world.open({ tenant: "globex", tool: "narrow" });
    const frozen = await freezeBulk(dora, { parameters: CLAIM, choose: ofTool("narrow") });
    await world.database.sql`update people set tenants = '{acme}' where id = ${dora.caller.id}`;
    await startBulk(dora, { bulk_id: frozen.bulk_id, count: 2 });
    await world.untilOver(frozen.bulk_id);
    const outcomes = await world.outcomes(dora, frozen.bulk_id);
    expect(outcomes.get(inside)?.outcome).toBe("done");
    expect(outcomes.get(outside)).toMatchObject({ outcome: "skipped", code: "forbidden" });
  });

  test("stopped, what is being done is done, and the rest is skipped", async () => {
    const { ann } = world;
    const ids = await world.openMany(3_000, "stop");
    const frozen = await freezeBulk(ann, { parameters: verdictOf(world), choose: { case_ids: ids } });
    // Held, so that the action waits in its first part while it is stopped.
    const parts = await world.database.sql.begin(async (sql) => {
      await sql`select from cases where case_id = any(${ids}) for update`;
      await startBulk(ann, { bulk_id: frozen.bulk_id, count: 3_000 });
      return { stopping: stopBulk(ann, { bulk_id: frozen.bulk_id }) };
    });
    await parts.stopping;
    const over = await world.untilOver(frozen.bulk_id);
    expect(over.state).toBe("stopped");
    expect(over.done + over.skipped).toBe(3_000);
    expect(over.skipped).toBeGreaterThanOrEqual(500);
    const [settled] = await world.database
      .sql`select count(*)::int as n from cases where tool = 'stop' and state = 'settled'`;
    expect(settled?.n).toBe(over.done);
    expect((await stopBulk(ann, { bulk_id: frozen.bulk_id })).state).toBe("stopped");
    const detail = await readBulk(ann, { bulk_id: frozen.bulk_id });
    expect(detail.not_done).toMatchObject([{ outcome: "skipped", code: "stopped", count: over.skipped }]);
  });

  test("one case that fails sinks only itself, and is named", async () => {
    const { ann } = world;
    const ids = await world.openMany(40, "bad");
    const bad = ids[17] ?? "";
    await world.database.sql.unsafe(`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'no' ; end $$;
      create trigger refuse before insert on verdicts for each row when (new.case_id = '${bad}') execute function refuse()`);
    const over = await world.run(ann, verdictOf(world), { case_ids: ids });
    await world.database.sql.unsafe("drop trigger refuse on verdicts; drop function refuse");
    expect(over).toMatchObject({ state: "done", done: 39, skipped: 0, failed: 1 });
    expect((await world.outcomes(ann, over.bulk_id)).get(bad)).toMatchObject({
      outcome: "failed",
      code: "internal_error",
    });
    expect((await readCase(ann, { case_id: bad })).state).toBe("open");
  });
});
