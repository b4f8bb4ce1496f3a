import { afterAll, beforeAll, expect, test } from "vitest";
import { rescueExpiredClaims } from "@/lib/duties/rescue-claims";
import { claimCase } from "@/lib/services/cases/claim-case";
import { listCases } from "@/lib/services/cases/list-cases";
import { openCase } from "@/lib/services/cases/open-case";
import { readCase } from "@/lib/services/cases/read-case";
import { snoozeCase } from "@/lib/services/cases/snooze-case";
import { takeNextCase } from "@/lib/services/cases/take-next-case";
import { wakeCase } from "@/lib/services/cases/wake-case";
import { auditOf } from "./members";
import { openQueueWorld, type QueueWorld } from "./world";

let world: QueueWorld;
beforeAll(async () => {
  world = await openQueueWorld();
});
afterAll(() => world.close());

const openOnly = async (tool: string) => {
  const case_id = await world.open({ tool });
  const ids = async (view: "open" | "snoozed") =>
    (await listCases(world.ann, { view, tool: [tool], limit: 9 })).items.map((one) => one.case_id);
  return { case_id, ids, tool: [tool] };
};

test("what sleeps is out of the open view and take-next, but always counted, and the own claim is given up", async () => {
  const { case_id, ids, tool } = await openOnly("sleeper");
  await claimCase(world.ann, { case_id });
  const until = world.clock.at(3600);
  const asleep = await snoozeCase(world.ann, { case_id, until });
  expect(asleep).toMatchObject({ snoozed_until: until, snoozed_by: "Ann", claimed_by: null });
  expect(await ids("open")).toEqual([]);
  expect(await ids("snoozed")).toEqual([case_id]);
  const { counts } = await listCases(world.ann, { tool, limit: 9 });
  expect(counts).toMatchObject({ open: 0, snoozed: 1, mine: 0 });
  expect(await takeNextCase(world.bob, { tool })).toBeNull();
  expect((await snoozeCase(world.ann, { case_id, until })).version).toBe(asleep.version);
  const { claims } = await readCase(world.ann, { case_id });
  expect(claims[0]).toMatchObject({ by: "Ann", ended_as: "given_back" });
  await wakeCase(world.bob, { case_id });
  expect(await ids("open")).toEqual([case_id]);
  await wakeCase(world.bob, { case_id });
  expect((await auditOf(world, case_id)).slice(-2)).toEqual(["case.snoozed", "case.woken"]);
  expect((await readCase(world.ann, { case_id })).moves).toMatchObject([
    { move: "woken", by: "Bob", to: null, because: null },
    { move: "snoozed", by: "Ann", to: null, until },
  ]);
});

test("a snooze that is over ends by itself: in the view at once, for take-next and by the duty", async () => {
  const { case_id, ids, tool } = await openOnly("early riser");
  await snoozeCase(world.ann, { case_id, until: world.clock.at(60) });
  world.clock.move(61);
  expect(await ids("open")).toEqual([case_id]);
  expect((await takeNextCase(world.bob, { tool }))?.case_id).toBe(case_id);
  const other = await openOnly("late riser");
  await snoozeCase(world.ann, { case_id: other.case_id, until: world.clock.at(60) });
  world.clock.move(61);
  await rescueExpiredClaims.run({ ...world.rt, now: world.clock.read });
  expect(await readCase(world.ann, { case_id: other.case_id })).toMatchObject({
    snoozed_until: null,
    moves: [
      { move: "woken", by: "Errata", because: "over" },
      { move: "snoozed", by: "Ann" },
    ],
  });
});

test("nothing sleeps past its deadline, and what is overdue does not sleep", async () => {
  const { case_id } = await openOnly("due");
  const { deadline_at } = await readCase(world.ann, { case_id });
  await snoozeCase(world.ann, { case_id, until: deadline_at });
  await expect(snoozeCase(world.ann, { case_id, until: world.clock.at(365 * 86_400) })).rejects.toMatchObject(
    { code: "snooze_past_deadline", permitted: [deadline_at] },
  );
  await expect(snoozeCase(world.ann, { case_id, until: world.clock.at(-1) })).rejects.toMatchObject({
    code: "snooze_in_past",
  });
  const overdue = await world.open({ occurred_at: world.clock.at(-80_000) });
  world.clock.move(10_000);
  await expect(snoozeCase(world.ann, { case_id: overdue, until: world.clock.at(60) })).rejects.toMatchObject({
    code: "snooze_past_deadline",
    permitted: [],
  });
});

test("what another holds is not put aside: 409 names who and until when; claiming ends a snooze", async () => {
  const { case_id } = await openOnly("held");
  await claimCase(world.bob, { case_id });
  const until = world.clock.at(60);
  await expect(snoozeCase(world.ann, { case_id, until })).rejects.toMatchObject({
    ...{ code: "claimed_by_other", details: { claimed_by: "Bob", claim_expires_at: world.clock.at(900) } },
  });
  await snoozeCase(world.bob, { case_id, until });
  expect(await claimCase(world.ann, { case_id })).toMatchObject({ snoozed_until: null, claimed_by: "Ann" });
});

test("a settled case, and one that waits for a second person, does not sleep", async () => {
  const { case_id } = await openOnly("settled");
  await world.settle(case_id, "committed");
  await expect(snoozeCase(world.ann, { case_id, until: world.clock.at(60) })).rejects.toMatchObject({
    code: "already_settled",
  });
});

test("news wakes a case", async () => {
  const key = { tool: "woken by news", idempotency_key: "news" };
  const case_id = await world.open(key);
  await snoozeCase(world.ann, { case_id, until: world.clock.at(60) });
  await openCase(world.bob, {
    reason: "asked again",
    report: { ...key, tenant: "acme", environment: "production", service: "billing" },
  });
  expect(await readCase(world.ann, { case_id })).toMatchObject({
    snoozed_until: null,
    moves: [{ move: "woken", because: "news" }, { move: "snoozed" }],
  });
});

test("of a claim and a snooze at the same instant exactly one is refused or comes first, never both held and asleep", async () => {
  for (let round = 0; round < 10; round += 1) {
    const { case_id } = await openOnly(`race ${round}`);
    await Promise.allSettled([
      claimCase(world.bob, { case_id }),
      snoozeCase(world.ann, { case_id, until: world.clock.at(60) }),
    ]);
    const { claimed_by, snoozed_until } = await readCase(world.ann, { case_id });
    expect(claimed_by === null || snoozed_until === null).toBe(true);
    expect(claimed_by !== null || snoozed_until !== null).toBe(true);
  }
});
