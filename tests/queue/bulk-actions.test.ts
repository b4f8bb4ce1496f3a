import { afterAll, beforeAll, expect, test } from "vitest";
import { freezeBulk } from "@/lib/services/bulk/freeze-bulk";
import { claimCase } from "@/lib/services/cases/claim-case";
import { readCase } from "@/lib/services/cases/read-case";
import { type BulkWorld, CLAIM, openBulkWorld } from "./bulk-world";

/* What an action does to each case: what the single verb does, or a reason why not. */

let world: BulkWorld;
beforeAll(async () => {
  world = await openBulkWorld();
});
afterAll(() => world.close());

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
