import { afterAll, beforeAll, expect, test } from "vitest";
import { type Confinement, UNCONFINED } from "@/domain/permissions";
import { expandOutbox } from "@/lib/duties/expand-outbox";
import { addNote } from "@/lib/services/cases/add-note";
import { assignCase } from "@/lib/services/cases/assign-case";
import { listCases } from "@/lib/services/cases/list-cases";
import { openCase } from "@/lib/services/cases/open-case";
import { readCase } from "@/lib/services/cases/read-case";
import { reopenCase } from "@/lib/services/cases/reopen-case";
import { unwatchCase } from "@/lib/services/cases/unwatch-case";
import { watchCase } from "@/lib/services/cases/watch-case";
import type { ServiceContext } from "@/lib/services/context";
import { listNotices } from "@/lib/services/notices/list-notices";
import { readNotices } from "@/lib/services/notices/read-notices";
import { putTool } from "@/lib/services/tools/put-tool";
import { approveVerdict } from "@/lib/services/verdicts/approve-verdict";
import { auditOf, member } from "./members";
import { openQueueWorld, type QueueWorld } from "./world";

let world: QueueWorld;
let ann: ServiceContext;
let bob: ServiceContext;
let sue: ServiceContext;
beforeAll(async () => {
  world = await openQueueWorld();
  ann = await member(world, "Ann");
  bob = await member(world, "Bob");
  sue = await member(world, "Sue", ["support"]);
});
afterAll(() => world.close());

const expand = () => expandOutbox.run({ ...world.rt, now: world.clock.read });
const told = async (who: ServiceContext, case_id: string) =>
  (await listNotices(who, { limit: 50 })).items.filter((one) => one.case_id === case_id);
const kinds = async (who: ServiceContext, case_id: string) =>
  (await told(who, case_id)).map(({ kind }) => kind);

test("support is told when what they reported settles and when it is opened again, with the verdict and by whom", async () => {
  const { case_id } = await openCase(sue, { reason: "charged twice", report: { tool: "refund" } });
  world.clock.move(1000);
  await world.settle(case_id, "committed", world.clock.iso, ann);
  await expand();
  expect(await told(sue, case_id)).toMatchObject([
    { kind: "settled", by: "Ann", data: { verdict: "committed" }, state: "settled", read_at: null },
  ]);
  await reopenCase(bob, { case_id, reason: "the bank says no" });
  await expand();
  expect((await told(sue, case_id))[0]).toMatchObject({
    ...{ kind: "reopened", by: "Bob", data: { reopened_because: "by_hand", text: "the bank says no" } },
  });
});

test("who watches is told, who no longer watches is not, and nobody of their own acts", async () => {
  const case_id = await world.open();
  await watchCase(ann, { case_id });
  await watchCase(ann, { case_id });
  await watchCase(bob, { case_id });
  expect(await readCase(ann, { case_id })).toMatchObject({ watched: true });
  expect((await listCases(ann, { view: "watched", limit: 9 })).items.map((one) => one.case_id)).toContain(
    case_id,
  );
  await addNote(ann, { case_id, text: "looked at it" });
  expect(await told(bob, case_id)).toMatchObject([
    { kind: "noted", by: "Ann", data: { text: "looked at it" } },
  ]);
  await world.settle(case_id, "committed", world.clock.iso, ann);
  await expand();
  expect(await kinds(ann, case_id)).toEqual([]);
  expect(await kinds(bob, case_id)).toEqual(["settled", "noted"]);
  await unwatchCase(bob, { case_id });
  await unwatchCase(bob, { case_id });
  await reopenCase(ann, { case_id, reason: "again" });
  await expand();
  expect(await kinds(bob, case_id)).toEqual(["settled", "noted"]);
  expect(await auditOf(world, case_id)).toEqual(expect.arrayContaining(["case.watched", "case.unwatched"]));
});

test("a verdict by two: who proposed it is told that it settled, who agreed is not", async () => {
  await putTool(ann, { tool: "four eyes", needs_second_person: true });
  const case_id = await world.open({ tool: "four eyes" });
  await watchCase(ann, { case_id });
  await watchCase(bob, { case_id });
  const { verdict_id } = await world.settle(case_id, "committed", world.clock.iso, ann);
  await approveVerdict(bob, { case_id, verdict_id, agree: true, note: null });
  await expand();
  expect(await told(ann, case_id)).toMatchObject([{ kind: "settled", by: "Bob" }]);
  expect(await told(bob, case_id)).toEqual([]);
});

test("the outbox taken by two at once tells everyone once", async () => {
  const ids = await Promise.all(Array.from({ length: 10 }, () => world.open()));
  for (const case_id of ids) {
    await watchCase(bob, { case_id });
    await assignCase(ann, { case_id, person_id: bob.caller.id });
    await world.settle(case_id, "committed", world.clock.iso, ann);
  }
  await Promise.all([expand(), expand(), expand()]);
  for (const case_id of ids) expect(await kinds(bob, case_id)).toEqual(["settled", "assigned"]);
});

test("of a case that left one's reach nothing is shown or counted, and one not seen is not watched", async () => {
  const only = (tenant: string): Confinement => ({ ...UNCONFINED, tenants: [tenant] });
  const kim = await member(world, "Kim", ["reconciler"], only("acme"));
  const case_id = await world.open({ tenant: "acme" });
  await watchCase(kim, { case_id });
  await addNote(ann, { case_id, text: "not for others' eyes" });
  expect((await listNotices(kim, { limit: 9 })).unread).toBe(1);
  const moved = { ...kim, caller: { ...kim.caller, confinement: only("moon") } };
  expect(await listNotices(moved, { limit: 9 })).toEqual({ items: [], next_cursor: null, unread: 0 });
  await unwatchCase(moved, { case_id });
  await expect(unwatchCase(moved, { case_id })).rejects.toMatchObject({ code: "case_not_found" });
  await expect(watchCase(moved, { case_id })).rejects.toMatchObject({ code: "case_not_found" });
  await expect(watchCase(sue, { case_id })).rejects.toMatchObject({ code: "case_not_found" });
  await expect(watchCase(world.runtime, { case_id })).rejects.toMatchObject({ code: "forbidden" });
});

test("whoever was disabled is told nothing", async () => {
  const gil = await member(world, "Gil");
  const case_id = await world.open();
  await watchCase(gil, { case_id });
  await world.database.sql`update people set disabled_at = now() where id = ${gil.caller.id}`;
  await addNote(ann, { case_id, text: "anybody?" });
  expect(await told(gil, case_id)).toEqual([]);
});

test("notices are paged without gaps, marked one by one or all up to the newest seen, and only one's own", async () => {
  const pat = await member(world, "Pat");
  for (let at = 0; at < 5; at += 1) {
    const case_id = await world.open();
    await assignCase(ann, { case_id, person_id: pat.caller.id });
  }
  const first = await listNotices(pat, { limit: 3 });
  const second = await listNotices(pat, { limit: 3, cursor: first.next_cursor ?? "" });
  const ids = [...first.items, ...second.items].map(({ notice_id }) => notice_id);
  expect(ids).toEqual([...ids].sort((a, b) => b - a));
  expect([ids.length, second.next_cursor, first.unread]).toEqual([5, null, 5]);
  await readNotices(bob, { notice_ids: ids });
  expect(await readNotices(pat, { notice_ids: ids.slice(0, 1) })).toEqual({ unread: 4 });
  expect(await readNotices(pat, { all: true, up_to: ids[3] })).toEqual({ unread: 2 });
  expect((await listNotices(pat, { unread: true, limit: 9 })).items.map((one) => one.notice_id)).toEqual(
    ids.slice(1, 3),
  );
  expect(await readNotices(pat, { all: true })).toEqual({ unread: 0 });
});
