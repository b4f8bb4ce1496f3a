import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { claimCase } from "@/lib/services/cases/claim-case";
import { listCases } from "@/lib/services/cases/list-cases";
import { type OpenCaseInput, openCase } from "@/lib/services/cases/open-case";
import { readCase } from "@/lib/services/cases/read-case";
import { openQueueWorld, type QueueWorld } from "./world";

let world: QueueWorld;
beforeAll(async () => {
  world = await openQueueWorld();
  await world.database
    .sql`create table events_all partition of events for values from (minvalue) to (maxvalue)`;
});
afterAll(() => world.close());

const charged = (parts: Partial<Extract<OpenCaseInput, { report: unknown }>["report"]> = {}) => ({
  reason: `charged twice ${randomUUID()}`,
  report: { tool: "refund", tenant: "acme", ...parts },
});

async function storeEvent(parts: { tenant?: string; effect?: string } = {}) {
  const event = { event_id: randomUUID(), reference: `err_${randomUUID().slice(0, 6)}` };
  const occurred_at = world.clock.at(-3600);
  await world.database.sql`
    insert into events (source_id, event_id, reference, occurred_at, received_at, content_hash, skeleton, tool, code,
      class, effect, unmapped, idempotency_key, tenant, marks, body)
    values (1, ${event.event_id}, ${event.reference}, ${occurred_at}, ${occurred_at}, 1, 'x', 'refund', 'upstream_timeout',
      'transient', ${parts.effect ?? null}, false, ${`key-${event.event_id}`}, ${parts.tenant ?? "acme"}, '{}',
      '{"message": "timed out"}')`;
  return event;
}

test("support opens a case from scratch and sees it, and only what they opened", async () => {
  const sam = world.person("Sam", ["support"]);
  await world.open();
  const opened = await openCase(sam, charged());
  expect(opened).toMatchObject({
    ...{ state: "open", flags: ["by_hand", "no_key"], opened_by: "Sam" },
    attempts: [{ effect: "unknown", event_id: null }],
  });
  expect((await listCases(sam, { limit: 50 })).items.map((one) => one.case_id)).toEqual([opened.case_id]);
  expect((await listCases(sam, { limit: 50 })).counts.open).toBe(1);
  const other = await world.open();
  await expect(readCase(sam, { case_id: other })).rejects.toMatchObject({ code: "case_not_found" });
});

test("the same report again, or twice at once, is one case", async () => {
  const report = charged();
  const opened = await Promise.all([openCase(world.ann, report), openCase(world.ann, report)]);
  expect(new Set(opened.map(({ case_id }) => case_id)).size).toBe(1);
  expect(opened[0]?.attempt_count).toBe(1);
});

test("a report about an intent in the queue joins its case, and the reporter may follow it", async () => {
  const sam = world.person("Sam", ["support"]);
  const idempotency_key = `key-${randomUUID()}`;
  const case_id = await world.open({ idempotency_key, service: null, environment: null });
  expect(await openCase(sam, charged({ idempotency_key }))).toMatchObject({ case_id, attempt_count: 2 });
  expect(await readCase(sam, { case_id })).toMatchObject({ notes: [{ kind: "report", by: "Sam" }] });
});

test("from an event: its parts, its snapshot and its key; opened again it is the same case", async () => {
  const event = await storeEvent();
  const input = { reason: "the user says it was charged", event };
  const opened = await openCase(world.ann, input);
  expect(opened).toMatchObject({
    ...{ tool: "refund", tenant: "acme", idempotency_key: `key-${event.event_id}`, flags: ["by_hand"] },
    ...{ reason: input.reason, attempts: [{ event_id: event.event_id, snapshot: { message: "timed out" } }] },
  });
  expect((await openCase(world.bob, input)).case_id).toBe(opened.case_id);
});

test("a report about a settled case reopens it with the reason", async () => {
  const event = await storeEvent();
  const { case_id } = await openCase(world.ann, { reason: "charged?", event });
  await world.settle(case_id, "committed");
  expect(await openCase(world.bob, { reason: "charged twice!", event })).toMatchObject({
    ...{ case_id, state: "open", opening: 2, reopened_because: "by_hand" },
  });
  expect((await readCase(world.ann, { case_id })).notes).toMatchObject([{ text: "charged twice!" }]);
});

test("a report sent again after the verdict changes nothing, from an event and from scratch", async () => {
  const event = await storeEvent();
  const keyed = charged({ idempotency_key: randomUUID() });
  for (const report of [{ reason: "charged?", event }, keyed]) {
    const { case_id } = await openCase(world.bob, report);
    const second = { ...report, reason: "I see it in my bank." };
    expect(await openCase(world.bob, second)).toMatchObject({ case_id });
    world.clock.move(1000);
    await world.settle(case_id, "committed");
    const settled = await readCase(world.ann, { case_id });
    for (const again of [report, second])
      expect(await openCase(world.bob, again)).toMatchObject({ state: "settled", version: settled.version });
    expect(await readCase(world.ann, { case_id })).toEqual(settled);
    // The same words of somebody else are news.
    expect(await openCase(world.ann, report)).toMatchObject({ case_id, state: "open", opening: 2 });
  }
});

test("the same words about another attempt are another report", async () => {
  const report = charged({ idempotency_key: randomUUID(), occurred_at: world.clock.at(-60) });
  const { case_id } = await openCase(world.bob, report);
  await world.settle(case_id, "committed");
  const earlier = { ...report, report: { ...report.report, occurred_at: world.clock.at(-120) } };
  expect(await openCase(world.bob, earlier)).toMatchObject({ case_id, state: "open", attempt_count: 2 });
});

test("an event outside the confinement does not exist, a report outside is refused with what would lie inside", async () => {
  const zoe = world.person("Zoe", ["support"], { tenants: ["other"], environments: null, services: null });
  const event = await storeEvent();
  await expect(openCase(zoe, { reason: "x", event })).rejects.toMatchObject({ code: "event_not_found" });
  for (const tenant of ["acme", undefined])
    await expect(openCase(zoe, charged({ tenant }))).rejects.toMatchObject({
      ...{ code: "case_outside_your_part", field: "tenant", permitted: ["other"] },
    });
  expect(await openCase(zoe, charged({ tenant: "other" }))).toMatchObject({ tenant: "other" });
});

test("a case opened by hand is worked like any other, by the careful clock", async () => {
  const { case_id, safe_after } = await openCase(world.ann, charged());
  expect(safe_after).toBe(world.clock.at(900));
  expect(await claimCase(world.bob, { case_id })).toMatchObject({ claimed_by: "Bob" });
});
