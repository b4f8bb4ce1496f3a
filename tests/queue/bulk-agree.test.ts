import { afterAll, beforeAll, expect, test } from "vitest";
import { freezeBulk } from "@/lib/services/bulk/freeze-bulk";
import { startBulk } from "@/lib/services/bulk/start-bulk";
import { claimCase } from "@/lib/services/cases/claim-case";
import { readCase } from "@/lib/services/cases/read-case";
import type { ServiceContext } from "@/lib/services/context";
import { approveVerdict } from "@/lib/services/verdicts/approve-verdict";
import { awaitVerdict } from "@/lib/services/verdicts/await-verdict";
import { issueVerdict } from "@/lib/services/verdicts/issue-verdict";
import { type BulkWorld, openBulkWorld, verdictOf } from "./bulk-world";
import { seen } from "./world";

let world: BulkWorld;
beforeAll(async () => {
  world = await openBulkWorld();
  await world.database.sql`insert into tools (tool, first_seen_at, needs_second_person, key_life_seconds)
    values ('payout', now(), true, 86400), ('brief', now(), true, 3600)`;
});
afterAll(() => world.close());

const AGREE = { kind: "agree" } as const;
const told = (case_id: string) => awaitVerdict(world.runtime, { target: { case_id }, wait_seconds: 0 });

async function propose(by: ServiceContext, case_id: string, external_id = "re_1"): Promise<string> {
  await claimCase(by, { case_id });
  const evidence = [seen(world.clock.iso, external_id)];
  return (await issueVerdict(by, { case_id, verdict: "committed", evidence })).verdict_id;
}

async function refuse(by: ServiceContext, case_id: string): Promise<void> {
  const { proposal_id } = await readCase(by, { case_id });
  await approveVerdict(by, { case_id, verdict_id: proposal_id ?? "", agree: false, note: null });
}

test("a second person agrees to all that one bulk verdict proposed, and sees what it rests on before", async () => {
  const { ann, bob } = world;
  const ids = await world.openMany(5, "payout");
  await world.run(ann, verdictOf(world), { case_ids: ids });
  const [alone = ""] = await world.openMany(1, "payout");
  await propose(ann, alone, "re_alone");
  const choose = { view: "second" as const, tool: ["payout"] };
  const frozen = await freezeBulk(bob, { parameters: AGREE, choose });
  const common = { verdict: "committed", by: "Ann" };
  expect(frozen.preview).toMatchObject({ will_do: 6, will_propose: 0, will_skip: [] });
  expect(frozen.preview?.proposals).toMatchObject([
    { ...common, count: 5, evidence: [{ external_id: "settlement-file-7", observed_at: world.clock.iso }] },
    { ...common, count: 1, example: { case_id: alone }, evidence: [{ external_id: "re_alone" }] },
  ]);
  expect((await told(alone)).state).toBe("pending");
  await startBulk(bob, { bulk_id: frozen.bulk_id, count: 6 });
  expect(await world.untilOver(frozen.bulk_id)).toMatchObject({ done: 6, skipped: 0, failed: 0 });
  for (const case_id of [...ids, alone]) {
    const { state, verdicts, verdict_id } = await readCase(ann, { case_id });
    expect({ state, verdicts }).toMatchObject({
      state: "settled",
      verdicts: [{ by: "Ann", approved_by: "Bob", state: "settled", settled_at: world.clock.iso }],
    });
    expect(await told(case_id)).toMatchObject({ directive: "treat_as_done", verdict_id });
  }
  const written = await world.database.sql`select distinct
      (select count(*)::int from outbox o where o.case_id = c.case_id and o.type = 'case.settled') as told,
      (select count(*)::int from audit a where a.subject_id = c.case_id::text and a.action = 'case.settled'
        and a.actor_name = 'Bob' and a.details ->> 'bulk_id' = ${frozen.bulk_id}) as audited
    from cases c where c.tool = 'payout'`;
  expect(written).toEqual([{ told: 1, audited: 1 }]);
});

test("it reaches the proposals that were seen and no others: not one's own, nor one made since", async () => {
  const { ann, bob } = world;
  const [other = "", own = "", again = "", open = ""] = await world.openMany(4, "payout");
  await propose(ann, other);
  await propose(bob, own);
  await propose(ann, again);
  const choose = { case_ids: [other, own, again, open] };
  const frozen = await freezeBulk(bob, { parameters: AGREE, choose });
  await refuse(bob, again);
  await propose(ann, again, "re_2");
  await startBulk(bob, { bulk_id: frozen.bulk_id, count: 4 });
  await world.untilOver(frozen.bulk_id);
  const outcomes = await world.outcomes(bob, frozen.bulk_id);
  expect(choose.case_ids.map((case_id) => outcomes.get(case_id)?.code)).toEqual([
    null,
    "second_person_required",
    "case_moved_on",
    "proposal_not_current",
  ]);
  expect((await told(again)).state).toBe("pending");
  expect((await told(other)).directive).toBe("treat_as_done");
});

test("an absence is agreed to only while it is safe: the key's life goes on while it waits", async () => {
  const { ann, bob, clock } = world;
  const recent = await world.open({ tool: "brief", occurred_at: clock.at(-60) });
  const parameters = verdictOf(world, "absent");
  await world.run(ann, parameters, { case_ids: [recent] });
  expect((await readCase(ann, { case_id: recent })).state).toBe("awaiting_second");
  clock.move(3_600);
  const over = await world.run(bob, AGREE, { case_ids: [recent] });
  expect(over).toMatchObject({ done: 0, skipped: 1 });
  expect((await world.outcomes(bob, over.bulk_id)).get(recent)).toMatchObject({
    code: "effect_may_still_land",
    message: expect.stringContaining("Permitted from "),
  });
});

test("keys agree to nothing, one by one or in bulk", async () => {
  const { ann } = world;
  const [case_id = ""] = await world.openMany(1, "payout");
  await propose(ann, case_id);
  const frozen = freezeBulk(world.runtime, { parameters: AGREE, choose: { case_ids: [case_id] } });
  await expect(frozen).rejects.toMatchObject({ code: "forbidden" });
});
