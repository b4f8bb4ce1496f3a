import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rescueClaims } from "@/db/queries/claims";
import { addNote } from "@/lib/services/cases/add-note";
import { assignCase } from "@/lib/services/cases/assign-case";
import { claimCase } from "@/lib/services/cases/claim-case";
import { giveBackCase } from "@/lib/services/cases/give-back-case";
import { listCases } from "@/lib/services/cases/list-cases";
import { readCase } from "@/lib/services/cases/read-case";
import { takeNextCase } from "@/lib/services/cases/take-next-case";
import type { ServiceContext } from "@/lib/services/context";
import { issueVerdict } from "@/lib/services/verdicts/issue-verdict";
import { auditOf, member } from "./members";
import { openQueueWorld, type QueueWorld, seen } from "./world";

let world: QueueWorld;
beforeAll(async () => {
  world = await openQueueWorld();
});
afterAll(() => world.close());

const committed = (by: ServiceContext, case_id: string) =>
  issueVerdict(by, { case_id, verdict: "committed", evidence: [seen(world.clock.iso)] });

test("of twenty who claim at the same instant one wins, the others are told who and until when", async () => {
  const case_id = await world.open();
  const people = Array.from({ length: 20 }, (_, i) => world.person(`P${i}`));
  const tries = await Promise.allSettled(people.map((one) => claimCase(one, { case_id })));
  const won = tries.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const lost = tries.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  expect(won).toHaveLength(1);
  expect(lost).toHaveLength(19);
  for (const error of lost)
    expect(error).toMatchObject({
      code: "claimed_by_other",
      details: { claimed_by: won[0]?.claimed_by, claim_expires_at: world.clock.at(900) },
    });
});

test("one's own renewal works, also after one's own note, and is no second claim", async () => {
  const case_id = await world.open();
  const first = await claimCase(world.ann, { case_id });
  await addNote(world.ann, { case_id, text: "looking" });
  world.clock.move(600);
  const renewed = await claimCase(world.ann, { case_id });
  expect(renewed).toMatchObject({ claim_expires_at: world.clock.at(900), claimed_at: first.claimed_at });
  expect((await readCase(world.ann, { case_id })).claims).toHaveLength(1);
});

test("a claim that ran out counts as none: submitting is refused, another may take it", async () => {
  const case_id = await world.open();
  await claimCase(world.ann, { case_id });
  world.clock.move(901);
  expect(await readCase(world.ann, { case_id })).toMatchObject({ claimed_by: null });
  await expect(committed(world.ann, case_id)).rejects.toMatchObject({ code: "claim_expired" });
  await claimCase(world.bob, { case_id });
  await expect(committed(world.ann, case_id)).rejects.toMatchObject({
    code: "claimed_by_other",
    details: { claimed_by: "Bob" },
  });
  const { claims } = await readCase(world.ann, { case_id });
  expect(claims).toMatchObject([
    { by: "Bob", ended_as: null },
    { by: "Ann", ended_as: "expired" },
  ]);
});

test("after a duty freed the expired claim its holder still reads that it ran out", async () => {
  const case_id = await world.open();
  await claimCase(world.ann, { case_id });
  world.clock.move(901);
  expect(await world.rt.db.transaction((tx) => rescueClaims(tx, world.clock.iso))).toContain(case_id);
  expect(await auditOf(world, case_id)).toEqual(["case.opened", "case.claimed", "case.claim_expired"]);
  await expect(committed(world.ann, case_id)).rejects.toMatchObject({ code: "claim_expired" });
  await expect(committed(world.bob, case_id)).rejects.toMatchObject({ code: "claim_required" });
});

test("giving back frees it at once; doing so again or for another is no harm", async () => {
  const case_id = await world.open();
  await claimCase(world.ann, { case_id });
  await expect(giveBackCase(world.bob, { case_id })).rejects.toMatchObject({ code: "claimed_by_other" });
  await giveBackCase(world.ann, { case_id });
  await giveBackCase(world.ann, { case_id });
  expect(await claimCase(world.bob, { case_id })).toMatchObject({ claimed_by: "Bob" });
});

test("a settled case cannot be claimed, and says as what it was settled", async () => {
  const case_id = await world.open();
  const { verdict_id } = await world.settle(case_id, "committed");
  await expect(claimCase(world.bob, { case_id })).rejects.toMatchObject({
    code: "already_settled",
    details: { verdict_id, verdict: "committed", by: "Ann" },
  });
});

test("take-next gives each taker another case, the nearest deadline first, then none; expired claims count", async () => {
  const own = await openQueueWorld();
  try {
    const ids: string[] = [];
    for (let i = 0; i < 12; i += 1) ids.push(await own.open({ occurred_at: own.clock.at(-3600 + i * 60) }));
    expect(await takeNextCase(own.ann)).toMatchObject({ case_id: ids[0], claimed_by: "Ann" });
    const people = Array.from({ length: 15 }, (_, i) => own.person(`P${i}`));
    const taken = await Promise.all(people.map((one) => takeNextCase(one)));
    const got = taken.flatMap((one) => (one ? [one.case_id] : []));
    expect(got.sort()).toEqual(ids.slice(1).sort());
    expect(await takeNextCase(own.bob)).toBeNull();
    own.clock.move(901);
    expect(await takeNextCase(own.bob)).toMatchObject({ case_id: ids[0], claimed_by: "Bob" });
  } finally {
    await own.close();
  }
});

test("take-next keeps to a filter and to the confinement of who takes", async () => {
  const own = await openQueueWorld();
  try {
    await own.open({ tenant: "acme" });
    const other = await own.open({ tenant: "other", tool: "charge" });
    const confined = own.person("Zoe", ["reconciler"], {
      ...{ tenants: ["nobody"], environments: null, services: null },
    });
    expect(await takeNextCase(confined)).toBeNull();
    expect(await takeNextCase(own.ann, { tool: ["charge"] })).toMatchObject({ case_id: other });
    expect(await takeNextCase(own.ann, { tool: ["charge"] })).toBeNull();
  } finally {
    await own.close();
  }
});

test("take-next keeps to the whole filter of the list, by words that mean something for who takes", async () => {
  const own = await openQueueWorld();
  try {
    const ann = await member(own, "Ann");
    const bob = await member(own, "Bob");
    const key = randomUUID();
    await own.open({ tenant: "acme" });
    const named = await own.open({ tenant: "other", idempotency_key: key });
    const asked = await own.open({ tenant: "third" });
    await assignCase(ann, { case_id: asked, person_id: bob.caller.id });
    expect(await takeNextCase(ann, { q: key, claimed: true })).toBeNull();
    expect(await takeNextCase(ann, { flag: ["possible_duplicate"] })).toBeNull();
    expect(await takeNextCase(ann, { tenant: ["other"], q: key })).toMatchObject({ case_id: named });
    expect(await takeNextCase(ann, { assigned_to: ["me"] })).toBeNull();
    expect(await takeNextCase(bob, { assigned_to: ["me"] })).toMatchObject({ case_id: asked });
  } finally {
    await own.close();
  }
});

test("outside one's confinement a case can be neither read, claimed, settled, noted nor counted", async () => {
  const case_id = await world.open({ tenant: "acme" });
  const out = world.person("Out", ["reconciler"], { tenants: ["other"], environments: null, services: null });
  const gone = { code: "case_not_found" };
  await expect(readCase(out, { case_id })).rejects.toMatchObject(gone);
  await expect(claimCase(out, { case_id })).rejects.toMatchObject(gone);
  await expect(giveBackCase(out, { case_id })).rejects.toMatchObject(gone);
  await expect(addNote(out, { case_id, text: "x" })).rejects.toMatchObject(gone);
  await claimCase(world.ann, { case_id });
  await expect(committed(out, case_id)).rejects.toMatchObject(gone);
  expect(await listCases(out, { limit: 50 })).toMatchObject({ items: [], counts: { open: 0, settled: 0 } });
});

test("the list is sorted by deadline, pages without gaps, and its counts follow the filter", async () => {
  const own = await openQueueWorld();
  try {
    const ids: string[] = [];
    for (let i = 0; i < 7; i += 1) ids.push(await own.open({ occurred_at: own.clock.at(-600 + i) }));
    await own.open({ tool: "charge", occurred_at: own.clock.at(-90_000) });
    await claimCase(own.ann, { case_id: ids[3] ?? "" });
    await own.settle(ids[6] ?? "", "committed", own.clock.iso, own.bob);
    const filter = { tool: ["refund"], view: "open" as const, limit: 4 };
    const first = await listCases(own.ann, filter);
    const second = await listCases(own.ann, { ...filter, cursor: first.next_cursor ?? "" });
    expect([...first.items, ...second.items].map((one) => one.case_id)).toEqual(ids.slice(0, 6));
    expect(second.next_cursor).toBeNull();
    expect(first.counts).toEqual({
      ...{ open: 6, mine: 1, assigned: 0, second: 0, escalated: 0, snoozed: 0, watched: 0 },
      ...{ settled: 1, undelivered: 1, overdue: 0 },
    });
    expect((await listCases(own.ann, { limit: 9 })).counts).toMatchObject({ open: 7, overdue: 1 });
    expect((await listCases(own.ann, { view: "mine", limit: 9 })).items).toHaveLength(1);
    await expect(listCases(own.ann, { limit: 9, cursor: "x" })).rejects.toMatchObject({
      code: "invalid_cursor",
    });
  } finally {
    await own.close();
  }
});

test("a key reads no notes and writes none", async () => {
  const case_id = await world.open();
  await addNote(world.ann, { case_id, text: "the customer is angry" });
  expect((await readCase(world.ann, { case_id })).notes).toMatchObject([{ by: "Ann" }]);
  expect(JSON.stringify(await readCase(world.runtime, { case_id }))).not.toContain("angry");
  await expect(addNote(world.runtime, { case_id, text: "x" })).rejects.toMatchObject({ code: "forbidden" });
});
