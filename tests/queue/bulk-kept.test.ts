import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freezeBulk } from "@/lib/services/bulk/freeze-bulk";
import { startBulk } from "@/lib/services/bulk/start-bulk";
import { escalateCase } from "@/lib/services/cases/escalate-case";
import { readCase } from "@/lib/services/cases/read-case";
import { reopenCase } from "@/lib/services/cases/reopen-case";
import { awaitVerdict } from "@/lib/services/verdicts/await-verdict";
import { type BulkWorld, openBulkWorld, verdictOf } from "./bulk-world";

/* What asks for a person's own look is kept from one verdict for many, and the preview counts it. */

let world: BulkWorld;
beforeAll(async () => {
  world = await openBulkWorld();
});
afterAll(() => world.close());

const told = (case_id: string) => awaitVerdict(world.runtime, { target: { case_id }, wait_seconds: 0 });
async function opened(tool = randomUUID()) {
  const idempotency_key = randomUUID();
  const case_id = await world.open({ tool, idempotency_key, occurred_at: world.clock.at(-1_200) });
  return { case_id, commit: () => world.report("committed", { tool, idempotency_key }) };
}
async function start(bulk_id: string, count: number) {
  await startBulk(world.ann, { bulk_id, count });
  await world.untilOver(bulk_id);
  return world.outcomes(world.ann, bulk_id);
}

test("absent skips a case of which evidence came that says committed, however late; others settle it", async () => {
  const { ann, clock } = world;
  const [before, since, plain] = [await opened(), await opened(), await opened()];
  await before.commit();
  const case_ids = [before, since, plain].map(({ case_id }) => case_id);
  const frozen = await freezeBulk(ann, { parameters: verdictOf(world, "absent"), choose: { case_ids } });
  expect(frozen.preview).toMatchObject({
    will_do: 2,
    will_skip: [{ code: "evidence_says_committed", count: 1, message: expect.stringContaining("says") }],
  });
  clock.move(60);
  await since.commit();
  const outcomes = await start(frozen.bulk_id, 3);
  expect(case_ids.map((id) => outcomes.get(id)?.code)).toEqual([
    "evidence_says_committed",
    "evidence_says_committed",
    null,
  ]);
  expect(await told(since.case_id)).toMatchObject({ state: "pending" });
  const over = await world.run(ann, verdictOf(world), { case_ids: [since.case_id] });
  expect(over).toMatchObject({ done: 1 });
});

test.each(["absent", "committed", "undeterminable"] as const)(
  "%s does not go to a contradicted or an escalated case, and the preview says so",
  async (verdict) => {
    const { ann, bob } = world;
    const [contradicted, escalated] = [await opened(), await opened()];
    await world.settle(contradicted.case_id, "absent", world.clock.iso, bob);
    await contradicted.commit();
    expect((await readCase(ann, { case_id: contradicted.case_id })).flags).toContain("contradicted");
    await escalateCase(bob, { case_id: escalated.case_id, reason: "50,000: not alone" });
    const case_ids = [contradicted.case_id, escalated.case_id];
    const frozen = await freezeBulk(ann, { parameters: verdictOf(world, verdict), choose: { case_ids } });
    const kept = frozen.preview?.will_skip.map(({ code, count }) => [code, count]).sort();
    expect(kept).toEqual([
      ["contradicted", 1],
      ["escalated", 1],
    ]);
    const outcomes = await start(frozen.bulk_id, 2);
    expect(case_ids.map((id) => outcomes.get(id)?.code)).toEqual(["contradicted", "escalated"]);
  },
);

test("a case that was reopened since the freeze is skipped: it is not what was chosen", async () => {
  const { ann, bob } = world;
  const { case_id } = await opened();
  const frozen = await freezeBulk(ann, {
    parameters: verdictOf(world, "absent"),
    choose: { case_ids: [case_id] },
  });
  expect(frozen.preview).toMatchObject({ will_do: 1 });
  await world.settle(case_id, "committed", world.clock.iso, bob);
  await reopenCase(bob, { case_id, reason: "look again" });
  const outcomes = await start(frozen.bulk_id, 1);
  expect(outcomes.get(case_id)).toMatchObject({ outcome: "skipped", code: "case_moved_on" });
  expect((await readCase(ann, { case_id })).state).toBe("open");
  expect(await world.run(ann, verdictOf(world), { case_ids: [case_id] })).toMatchObject({ done: 1 });
});
