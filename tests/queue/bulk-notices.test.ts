import { afterAll, beforeAll, expect, test } from "vitest";
import { expandOutbox } from "@/lib/duties/expand-outbox";
import { addNote } from "@/lib/services/cases/add-note";
import { assignCase } from "@/lib/services/cases/assign-case";
import { watchCase } from "@/lib/services/cases/watch-case";
import type { ServiceContext } from "@/lib/services/context";
import { listNotices } from "@/lib/services/notices/list-notices";
import { type BulkWorld, openBulkWorld, verdictOf } from "./bulk-world";

/* One thing done to many cases is told to each person once. */

let world: BulkWorld;
beforeAll(async () => {
  world = await openBulkWorld();
});
afterAll(() => world.close());

const told = async (who: ServiceContext) => (await listNotices(who, { limit: 200 })).items;
const expand = () => expandOutbox.run({ ...world.rt, now: world.clock.read });
async function watchAll(who: ServiceContext, case_ids: readonly string[]): Promise<void> {
  for (const case_id of case_ids) await watchCase(who, { case_id });
}

test("1,200 assigned in parts are one notice that counts them all; the next action is another", async () => {
  const cara = await world.makePerson("Cara");
  const ids = await world.openMany(1_200, "assigned");
  const assign = { kind: "assign", person_id: cara.caller.id } as const;
  expect(await world.run(world.ann, assign, { case_ids: ids })).toMatchObject({ done: 1_200 });
  const [notice, ...more] = await told(cara);
  expect([notice, more]).toMatchObject([{ kind: "assigned", by: "Ann", data: { others: 1_199 } }, []]);
  expect(ids).toContain(notice?.case_id);

  const later = await world.openMany(2, "later");
  await world.run(world.ann, assign, { case_ids: [...later, ...ids.slice(0, 3)] });
  const [alone = ""] = await world.openMany(1, "alone");
  await assignCase(world.ann, { case_id: alone, person_id: cara.caller.id });
  expect((await told(cara)).map(({ data }) => data)).toEqual([{}, { others: 1 }, { others: 1_199 }]);
});

test("the notice stands on the case that is due first", async () => {
  const dan = await world.makePerson("Dan");
  const ids = await world.openMany(3, "due");
  await world.database.sql`
    update cases set deadline_at = deadline_at - interval '1 hour' where case_id = ${ids[1] ?? ""}`;
  await world.run(world.ann, { kind: "assign", person_id: dan.caller.id }, { case_ids: ids });
  expect(await told(dan)).toMatchObject([{ case_id: ids[1], data: { others: 2 } }]);
});

test("a note on many is told once to who follows them, with its words and only of those they follow", async () => {
  const eve = await world.makePerson("Eve");
  const fay = await world.makePerson("Fay");
  const ids = await world.openMany(4, "noted");
  await watchAll(eve, ids.slice(0, 3));
  await watchAll(fay, ids.slice(3));
  await watchAll(world.ann, ids);
  await world.run(world.ann, { kind: "note", text: "The bank is closed." }, { case_ids: ids });
  expect(await told(eve)).toMatchObject([
    { kind: "noted", data: { text: "The bank is closed.", others: 2 } },
  ]);
  expect(await told(fay)).toMatchObject([{ kind: "noted", case_id: ids[3], data: { others: 0 } }]);
  expect(await told(world.ann)).toEqual([]);
  await addNote(world.ann, { case_id: ids[3] ?? "", text: "It is open." });
  expect((await told(fay)).map(({ data }) => data.text)).toEqual(["It is open.", "The bank is closed."]);
});

test("a bulk verdict is told once, whoever makes notices of it and in however many turns", async () => {
  const gus = await world.makePerson("Gus");
  const ids = await world.openMany(1_100, "settled");
  const [single = ""] = await world.openMany(1, "single");
  await world.database.sql`insert into watches (case_id, person_id, created_at)
    select case_id, ${gus.caller.id}, now() from cases where case_id = any(${[...ids, single]})`;
  await world.run(world.ann, verdictOf(world), { case_ids: ids });
  await world.settle(single, "committed", world.clock.iso, world.ann);
  await Promise.all([expand(), expand(), expand()]);
  await expand();
  const items = await told(gus);
  expect(items.filter(({ case_id }) => case_id === single)).toMatchObject([
    { data: { verdict: "committed" } },
  ]);
  expect(items.filter(({ case_id }) => case_id !== single)).toMatchObject([
    { kind: "settled", by: "Ann", data: { verdict: "committed", others: 1_099 } },
  ]);
  expect(items).toHaveLength(2);
});
