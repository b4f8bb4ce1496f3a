import { afterAll, beforeAll, expect, test } from "vitest";
import { readCaller } from "@/db/queries/callers";
import { listKeysMadeBy } from "@/db/queries/keys";
import type { Scope } from "@/domain/permissions";
import { DEFAULT_SETTINGS } from "@/domain/settings";
import type { Verdict } from "@/domain/verdict";
import { claimCase } from "@/lib/services/cases/claim-case";
import { readCase } from "@/lib/services/cases/read-case";
import { createContext } from "@/lib/services/context";
import { createKey } from "@/lib/services/keys/create-key";
import { putTool } from "@/lib/services/tools/put-tool";
import { approveVerdict } from "@/lib/services/verdicts/approve-verdict";
import { awaitVerdict } from "@/lib/services/verdicts/await-verdict";
import { issueVerdict } from "@/lib/services/verdicts/issue-verdict";
import { member } from "./members";
import { openQueueWorld, type QueueWorld, seen, unknown } from "./world";

let world: QueueWorld;
beforeAll(async () => {
  world = await openQueueWorld();
});
afterAll(() => world.close());

const held = async (attempt: Parameters<QueueWorld["open"]>[0] = {}) => {
  const case_id = await world.open(attempt);
  await claimCase(world.ann, { case_id });
  return case_id;
};
const give = (case_id: string, verdict: Verdict, evidence = [seen(world.clock.iso)]) =>
  issueVerdict(world.ann, { case_id, verdict, evidence });

const tool = "large_refund";
beforeAll(() => putTool(world.person("Eve", ["admin"]), { tool, needs_second_person: true }));
const approve = (by: QueueWorld["ann"], case_id: string, verdict_id: string, agree = true) =>
  approveVerdict(by, { case_id, verdict_id, agree, note: agree ? null : "look again" });

async function keyMadeBy(maker: QueueWorld["ann"], scopes: Scope[]) {
  const pins = { tenant: null, environment: null, service: null, expires_at: null };
  const { key_id } = await createKey(maker, { name: "worker", source: "worker", scopes, ...pins });
  const caller = await readCaller(world.rt.db, { kind: "key", id: key_id }, world.clock.iso);
  if (caller === null) throw new Error("the key just made is not there");
  return { ...createContext(world.rt, caller, DEFAULT_SETTINGS), now: world.clock.read };
}

test("the first verdict waits, the claim is given up, the runtime still sees pending", async () => {
  const case_id = await held({ tool });
  const proposed = await give(case_id, "committed");
  expect(proposed).toMatchObject({ state: "awaiting_second", settled_at: null });
  expect(await readCase(world.ann, { case_id })).toMatchObject({
    state: "awaiting_second",
    claimed_by: null,
    verdict_id: null,
  });
  const answer = await awaitVerdict(world.runtime, { target: { case_id }, wait_seconds: 0 });
  expect(answer).toEqual({ state: "pending", case_id });
  expect((await give(case_id, "committed")).verdict_id).toBe(proposed.verdict_id);
  await expect(claimCase(world.bob, { case_id })).rejects.toMatchObject({ code: "awaiting_second" });
});

test("another person approves; neither who proposed nor a key can", async () => {
  const case_id = await held({ tool });
  const { verdict_id } = await give(case_id, "committed");
  await expect(approve(world.ann, case_id, verdict_id)).rejects.toMatchObject({
    code: "second_person_required",
  });
  await expect(approve(world.runtime, case_id, verdict_id)).rejects.toMatchObject({ code: "forbidden" });
  const settled = await approve(world.bob, case_id, verdict_id);
  expect(settled).toMatchObject({ state: "settled", verdict_id, verdicts: [{ approved_by: "Bob" }] });
  expect(await approve(world.bob, case_id, verdict_id)).toMatchObject({ version: settled.version });
});

test("one person is not both pairs of eyes by a key they made, nor by a key that key made", async () => {
  const boss = await member(world, "Boss", ["reconciler", "admin"]);
  const first = await keyMadeBy(boss, ["cases", "admin"]);
  const second = await keyMadeBy(first, ["cases"]);
  const old = await keyMadeBy(boss, ["cases"]);
  await world.database.sql`update keys set created_by_id = null where key_id = ${old.caller.id}`;
  const own = [first, second, old];
  const made = await listKeysMadeBy(world.database.db, boss.caller);
  expect(made).toEqual(new Set(own.map(({ caller }) => caller.id)));
  for (const key of own) {
    const case_id = await world.open({ tool });
    await claimCase(key, { case_id });
    const { verdict_id } = await issueVerdict(key, {
      ...{ case_id, verdict: "committed", evidence: [seen(world.clock.iso)] },
    });
    for (const agree of [true, false])
      await expect(approve(boss, case_id, verdict_id, agree)).rejects.toMatchObject({
        code: "second_person_required",
      });
    expect(await approve(world.bob, case_id, verdict_id)).toMatchObject({ state: "settled" });
  }
});

test("refused, it is open again and may be settled otherwise", async () => {
  const case_id = await held({ tool });
  const first = await give(case_id, "committed");
  await approve(world.bob, case_id, first.verdict_id, false);
  expect(await readCase(world.ann, { case_id })).toMatchObject({
    state: "open",
    opening: 1,
    notes: [{ kind: "disagreement", text: "look again" }],
  });
  await claimCase(world.ann, { case_id });
  expect((await give(case_id, "undeterminable")).verdict_id).not.toBe(first.verdict_id);
});

test("new evidence or attempts void the proposal", async () => {
  for (const news of ["evidence", "attempt"] as const) {
    const idempotency_key = `void-${news}`;
    const case_id = await held({ tool, idempotency_key });
    const { verdict_id } = await give(case_id, "committed");
    if (news === "evidence") await world.report("absent", { tool, idempotency_key });
    else await world.join(unknown(world.clock, { tool, idempotency_key, effect: "absent" }));
    await expect(approve(world.bob, case_id, verdict_id)).rejects.toMatchObject({
      code: "proposal_not_current",
    });
    const found = await readCase(world.ann, { case_id });
    expect(found).toMatchObject({ state: "open", verdicts: [{ state: "voided", voided_because: "news" }] });
  }
});

test("absent approved after the key's life is judged by what holds then", async () => {
  const case_id = await held({ tool, occurred_at: world.clock.at(-86_400 + 30) });
  const { verdict_id, retry_with } = await give(case_id, "absent");
  expect(retry_with).toBe("same_key");
  world.clock.move(31);
  const settled = await approve(world.bob, case_id, verdict_id);
  expect(settled.verdicts).toMatchObject([{ retry_with: "new_key", valid_until: null }]);
});
