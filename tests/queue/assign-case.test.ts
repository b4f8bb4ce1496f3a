import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Confinement, UNCONFINED } from "@/domain/permissions";
import { assignCase } from "@/lib/services/cases/assign-case";
import { claimCase } from "@/lib/services/cases/claim-case";
import { listAssignees } from "@/lib/services/cases/list-assignees";
import { listCases } from "@/lib/services/cases/list-cases";
import { readCase } from "@/lib/services/cases/read-case";
import { unassignCase } from "@/lib/services/cases/unassign-case";
import type { ServiceContext } from "@/lib/services/context";
import { listNotices } from "@/lib/services/notices/list-notices";
import { auditOf, member } from "./members";
import { openQueueWorld, type QueueWorld } from "./world";

let world: QueueWorld;
let ann: ServiceContext;
let bob: ServiceContext;
beforeAll(async () => {
  world = await openQueueWorld();
  ann = await member(world, "Ann");
  bob = await member(world, "Bob");
});
afterAll(() => world.close());

const onlyTenant = (tenant: string): Confinement => ({ ...UNCONFINED, tenants: [tenant] });
const told = async (who: ServiceContext) => (await listNotices(who, { limit: 50 })).items;

test("a case is assigned whoever holds it, the person is told once, and the same again changes nothing", async () => {
  const case_id = await world.open();
  await claimCase(ann, { case_id });
  const first = await assignCase(ann, { case_id, person_id: bob.caller.id });
  expect(first).toMatchObject({ assigned_to: "Bob", assigned_to_id: bob.caller.id, claimed_by: "Ann" });
  const again = await assignCase(ann, { case_id, person_id: bob.caller.id });
  expect(again.version).toBe(first.version);
  expect(await told(bob)).toMatchObject([{ kind: "assigned", case_id, by: "Ann" }]);
  expect((await listCases(bob, { view: "assigned", limit: 9 })).items.map((one) => one.case_id)).toEqual([
    case_id,
  ]);
  expect((await listCases(ann, { view: "assigned", limit: 9 })).items).toEqual([]);
  expect(
    (await listCases(ann, { assigned_to: ["nobody"], limit: 50 })).items.map((one) => one.case_id),
  ).not.toContain(case_id);
  expect((await listCases(bob, { assigned_to: ["me"], limit: 50 })).items.map((one) => one.case_id)).toEqual([
    case_id,
  ]);
  const freed = await unassignCase(ann, { case_id });
  expect(freed).toMatchObject({ assigned_to: null, assigned_to_id: null, assigned_at: null });
  expect((await unassignCase(ann, { case_id })).version).toBe(freed.version);
  expect((await auditOf(world, case_id)).slice(-2)).toEqual(["case.assigned", "case.unassigned"]);
});

test("nobody is told of what they do themselves", async () => {
  const case_id = await world.open();
  const before = (await told(ann)).length;
  await assignCase(ann, { case_id, person_id: ann.caller.id });
  expect(await told(ann)).toHaveLength(before);
});

test("only somebody who works on cases, can sign in and sees this one is assigned, and not what is settled", async () => {
  const case_id = await world.open({ tenant: "acme" });
  const support = await member(world, "Sue", ["support"]);
  const elsewhere = await member(world, "Eve", ["reconciler"], onlyTenant("other"));
  const gone = await member(world, "Gil");
  await world.database.sql`update people set disabled_at = now() where id = ${gone.caller.id}`;
  for (const person_id of [support.caller.id, elsewhere.caller.id, gone.caller.id, randomUUID()])
    await expect(assignCase(ann, { case_id, person_id })).rejects.toMatchObject({
      ...{ code: "cannot_be_assigned", field: "person_id", errorClass: "validation" },
    });
  await expect(assignCase(elsewhere, { case_id, person_id: bob.caller.id })).rejects.toMatchObject({
    code: "case_not_found",
  });
  await world.settle(case_id, "committed", world.clock.iso, ann);
  await expect(assignCase(ann, { case_id, person_id: bob.caller.id })).rejects.toMatchObject({
    ...{ code: "already_settled", details: { by: "Ann" } },
  });
});

test("assignees are found by a part of the name, and of people who see nothing in common nobody is named", async () => {
  const here = await member(world, "Zoë Acme", ["reconciler"], onlyTenant("zoo"));
  await member(world, "Zed Elsewhere", ["reconciler"], onlyTenant("moon"));
  await member(world, "Zara Support", ["support"]);
  const names = async (who: ServiceContext, input: { q: string | null; case_id?: string }) =>
    (await listAssignees(who, input)).items.map(({ name }) => name);
  expect(await names(ann, { q: "z" })).toEqual(["Zed Elsewhere", "Zoë Acme"]);
  expect(await names(here, { q: "z" })).toEqual(["Zoë Acme"]);
  expect(await names(here, { q: null })).toContain("Ann");
  const case_id = await world.open({ tenant: "zoo" });
  expect(await names(ann, { q: "z", case_id })).toEqual(["Zoë Acme"]);
  expect(await names(ann, { q: "%", case_id })).toEqual([]);
});

test("of twenty who assign at once to two people one stands, and everybody who changed it is in the audit", async () => {
  const case_id = await world.open();
  const people = [ann.caller.id, bob.caller.id];
  await Promise.all(
    Array.from({ length: 20 }, (_, at) => assignCase(ann, { case_id, person_id: people[at % 2] ?? "" })),
  );
  const { assigned_to_id } = await readCase(ann, { case_id });
  const rows = await world.database.sql<{ id: string }[]>`
    select details ->> 'assigned_to_id' as id from audit where subject_id = ${case_id} and action = 'case.assigned'
    order by audit_id`;
  expect(rows.at(-1)?.id).toBe(assigned_to_id);
  for (const [at, row] of rows.entries()) expect(row.id).not.toBe(rows[at - 1]?.id);
});
