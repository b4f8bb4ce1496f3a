import { afterAll, beforeAll, expect, test } from "vitest";
import { claimCase } from "@/lib/services/cases/claim-case";
import { deescalateCase } from "@/lib/services/cases/deescalate-case";
import { escalateCase } from "@/lib/services/cases/escalate-case";
import { listCases } from "@/lib/services/cases/list-cases";
import { readCase } from "@/lib/services/cases/read-case";
import { snoozeCase } from "@/lib/services/cases/snooze-case";
import { takeNextCase } from "@/lib/services/cases/take-next-case";
import { watchCase } from "@/lib/services/cases/watch-case";
import type { ServiceContext } from "@/lib/services/context";
import { listNotices } from "@/lib/services/notices/list-notices";
import { auditOf, member } from "./members";
import { openQueueWorld, type QueueWorld } from "./world";

let world: QueueWorld;
let ann: ServiceContext;
let bob: ServiceContext;
let cleo: ServiceContext;
beforeAll(async () => {
  world = await openQueueWorld();
  ann = await member(world, "Ann");
  bob = await member(world, "Bob");
  cleo = await member(world, "Cleo");
});
afterAll(() => world.close());

const noticesOf = async (who: ServiceContext, case_id: string) =>
  (await listNotices(who, { limit: 50 })).items.filter((one) => one.case_id === case_id);

test("who escalates gives the case up, says why, and does not get it back from take-next", async () => {
  const tool = ["too hard"];
  const case_id = await world.open({ tool: "too hard" });
  await claimCase(ann, { case_id });
  const escalated = await escalateCase(ann, { case_id, reason: "the provider's page is down" });
  expect(escalated).toMatchObject({ escalated_by: "Ann", claimed_by: null, state: "open" });
  const { notes, claims } = await readCase(bob, { case_id });
  expect(notes).toMatchObject([{ kind: "escalation", text: "the provider's page is down", by: "Ann" }]);
  expect(claims[0]).toMatchObject({ by: "Ann", ended_as: "escalated" });
  expect((await listCases(bob, { view: "escalated", tool, limit: 9 })).counts).toMatchObject({
    escalated: 1,
    open: 1,
  });
  expect(await takeNextCase(ann, { tool })).toBeNull();
  expect((await takeNextCase(bob, { tool }))?.case_id).toBe(case_id);
  expect((await readCase(bob, { case_id })).escalated_by).toBe("Ann");
  await world.settle(case_id, "committed", world.clock.iso, bob);
  expect((await readCase(bob, { case_id })).escalated_at).toBeNull();
});

test("the same escalation again counts once, also when clicked twice at once; another reason is told", async () => {
  const case_id = await world.open();
  const escalate = (reason: string) => escalateCase(ann, { case_id, reason });
  await Promise.all(Array.from({ length: 6 }, () => escalate("no access")));
  const once = await readCase(ann, { case_id });
  expect(once.notes).toHaveLength(1);
  expect((await auditOf(world, case_id)).filter((action) => action === "case.escalated")).toHaveLength(1);
  await escalate("still no access");
  expect((await readCase(ann, { case_id })).notes).toHaveLength(2);
});

test("who is asked to see to it is told so, and who follows the case as well, each once; nobody of their own", async () => {
  const case_id = await world.open();
  await watchCase(cleo, { case_id });
  await watchCase(ann, { case_id });
  await watchCase(bob, { case_id });
  await escalateCase(ann, { case_id, reason: "please look", assign_to: bob.caller.id });
  expect(await readCase(bob, { case_id })).toMatchObject({ assigned_to: "Bob", escalated_by: "Ann" });
  expect(await noticesOf(bob, case_id)).toMatchObject([
    { kind: "escalated", by: "Ann", data: { text: "please look", assigned: true } },
  ]);
  expect(await noticesOf(cleo, case_id)).toMatchObject([{ kind: "escalated", data: { assigned: false } }]);
  expect(await noticesOf(ann, case_id)).toEqual([]);
});

test("it ends a snooze, and nothing happens at all when the person cannot be asked or another holds it", async () => {
  const case_id = await world.open();
  await snoozeCase(ann, { case_id, until: world.clock.at(60) });
  const support = await member(world, "Sue", ["support"]);
  await expect(
    escalateCase(ann, { case_id, reason: "x", assign_to: support.caller.id }),
  ).rejects.toMatchObject({ code: "cannot_be_assigned", field: "assign_to" });
  expect(await readCase(ann, { case_id })).toMatchObject({ escalated_at: null, notes: [] });
  await escalateCase(ann, { case_id, reason: "x" });
  expect(await readCase(ann, { case_id })).toMatchObject({ snoozed_until: null, escalated_by: "Ann" });
  await claimCase(bob, { case_id });
  await expect(escalateCase(cleo, { case_id, reason: "y" })).rejects.toMatchObject({
    ...{ code: "claimed_by_other", details: { claimed_by: "Bob", claim_expires_at: world.clock.at(900) } },
  });
  const back = await deescalateCase(bob, { case_id });
  expect(back).toMatchObject({ escalated_at: null, escalated_by: null, claimed_by: "Bob" });
  expect((await deescalateCase(bob, { case_id })).version).toBe(back.version);
});

test("a hold that had run out before is not counted as given up by who escalates", async () => {
  const case_id = await world.open();
  await claimCase(bob, { case_id });
  const ran_out = world.clock.at(900);
  world.clock.move(1000);
  await escalateCase(ann, { case_id, reason: "Bob is away" });
  const { claims } = await readCase(ann, { case_id });
  expect(claims).toMatchObject([{ by: "Bob", ended_as: "expired", ended_at: ran_out }]);
});
