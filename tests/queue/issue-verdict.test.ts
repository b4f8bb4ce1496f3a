import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Verdict } from "@/domain/verdict";
import { claimCase } from "@/lib/services/cases/claim-case";
import { readCase } from "@/lib/services/cases/read-case";
import { reopenCase } from "@/lib/services/cases/reopen-case";
import { putTool } from "@/lib/services/tools/put-tool";
import { issueVerdict } from "@/lib/services/verdicts/issue-verdict";
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
const give = (case_id: string, verdict: Verdict, evidence = [seen(world.clock.iso)], by = world.ann) =>
  issueVerdict(by, { case_id, verdict, evidence });

describe("who and with what", () => {
  test("only the holder of a live claim may settle", async () => {
    const case_id = await world.open();
    await expect(give(case_id, "committed")).rejects.toMatchObject({ code: "claim_required" });
    await claimCase(world.bob, { case_id });
    await expect(give(case_id, "committed")).rejects.toMatchObject({ code: "claimed_by_other" });
    expect((await readCase(world.ann, { case_id })).verdicts).toEqual([]);
  });

  test("evidence without an external id, a link or a note is none", async () => {
    const case_id = await held();
    const empty = { ...seen(world.clock.iso), external_id: " " };
    await expect(give(case_id, "committed", [])).rejects.toMatchObject({ code: "evidence_required" });
    await expect(give(case_id, "committed", [empty])).rejects.toMatchObject({ code: "evidence_required" });
  });

  test("nothing can be observed in the future; a clock a little ahead is forgiven", async () => {
    const case_id = await held();
    await expect(give(case_id, "committed", [seen(world.clock.at(3600))])).rejects.toMatchObject({
      code: "observed_in_future",
    });
    await give(case_id, "committed", [seen(world.clock.at(20))]);
    expect((await readCase(world.ann, { case_id })).verdicts[0]?.observed_at).toBe(world.clock.iso);
  });

  test("a verdict gives up the claim, writes the outbox and the audit with it", async () => {
    const case_id = await held();
    const { verdict_id } = await give(case_id, "committed");
    expect(await readCase(world.ann, { case_id })).toMatchObject({
      state: "settled",
      verdict_id,
      claimed_by: null,
      claims: [{ ended_as: "settled" }],
      evidence: [{ external_id: "re_1", verdict_id, by: "Ann" }],
    });
    const { sql } = world.database;
    const told = await sql<{ type: string; data: string }[]>`
      select type, data::text from outbox where case_id = ${case_id} order by created_at, type`;
    expect(told.map(({ type }) => type).sort()).toEqual(["case.opened", "case.settled"]);
    expect(told.at(-1)?.data).toContain(verdict_id);
    const audited = await sql<{ action: string }[]>`
      select action from audit where subject_id = ${case_id} order by audit_id`;
    expect(audited.map(({ action }) => action)).toEqual(["case.opened", "case.claimed", "case.settled"]);
  });
});

describe("once", () => {
  test("the same verdict sent twice, one after the other or at once, is one verdict", async () => {
    const case_id = await held();
    const again = () => give(case_id, "committed", [seen(world.clock.iso)]);
    const answers = await Promise.all([again(), again(), again(), again()]);
    world.clock.move(2);
    answers.push(await again());
    expect(new Set(answers.map(({ verdict_id }) => verdict_id)).size).toBe(1);
    expect((await readCase(world.ann, { case_id })).verdicts).toHaveLength(1);
  });

  test("a different second verdict is refused and names the one that stands", async () => {
    const case_id = await held();
    const { verdict_id } = await give(case_id, "committed");
    await expect(give(case_id, "undeterminable")).rejects.toMatchObject({
      code: "already_settled",
      details: { verdict_id, verdict: "committed", by: "Ann" },
    });
    await expect(give(case_id, "committed", [seen(world.clock.iso, "re_other")])).rejects.toMatchObject({
      code: "already_settled",
    });
  });

  test("two different verdicts at the same instant: one stands, the other is told", async () => {
    for (let round = 0; round < 5; round += 1) {
      const case_id = await held();
      const both = await Promise.allSettled([give(case_id, "committed"), give(case_id, "undeterminable")]);
      expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      const refused = both.find((one) => one.status === "rejected");
      expect(refused?.reason).toMatchObject({ code: "already_settled" });
    }
  });
});

describe("directives", () => {
  test.each([
    ["committed", "treat_as_done", null],
    ["compensated", "replan", "new_key"],
    ["undeterminable", "stop", null],
  ] as const)("%s tells the runtime %s", async (verdict, directive, retry_with) => {
    const issued = await give(await held(), verdict);
    expect(issued).toMatchObject({ state: "settled", directive, retry_with, valid_until: null });
  });

  test("absent while the key protects: the same key, until its life ends", async () => {
    const issued = await give(await held({ occurred_at: world.clock.at(-60) }), "absent");
    expect(issued).toMatchObject({
      directive: "safe_to_retry",
      retry_with: "same_key",
      valid_until: world.clock.at(-60 + 86_400),
    });
  });

  test("absent after the key's life, without a key, or with a reused one: a new key", async () => {
    const cases = [
      await held({ occurred_at: world.clock.at(-90_000) }),
      await held({ idempotency_key: null, occurred_at: world.clock.at(-1000) }),
    ];
    for (const case_id of cases)
      expect(await give(case_id, "absent")).toMatchObject({ retry_with: "new_key", valid_until: null });
    const idempotency_key = "reused-one";
    const occurred_at = world.clock.at(-1000);
    const reused = await held({ idempotency_key, occurred_at, arguments_hash: "a" });
    await world.join(unknown(world.clock, { idempotency_key, occurred_at, arguments_hash: "b" }));
    expect(await give(reused, "absent")).toMatchObject({ retry_with: "new_key", valid_until: null });
  });
});

describe("absent while the request may still land", () => {
  test("one minute after a timeout without a key: refused, with the time from which it is safe", async () => {
    const case_id = await held({ idempotency_key: null, occurred_at: world.clock.at(-60) });
    const permitted_from = world.clock.at(840);
    await expect(give(case_id, "absent")).rejects.toMatchObject({
      code: "effect_may_still_land",
      details: { permitted_from },
    });
    world.clock.move(839);
    await expect(give(case_id, "absent")).rejects.toMatchObject({ code: "effect_may_still_land" });
    world.clock.move(1);
    const early = seen(world.clock.at(-2));
    await expect(give(case_id, "absent", [early])).rejects.toMatchObject({ code: "effect_may_still_land" });
    expect(await give(case_id, "absent")).toMatchObject({ retry_with: "new_key" });
  });

  test("it counts from the last attempt, and by the tool's own setting", async () => {
    const admin = world.person("Eve", ["admin"]);
    await putTool(admin, { tool: "slow_bank", in_flight_seconds: 7200 });
    const idempotency_key = "reused-two";
    const first = { tool: "slow_bank", idempotency_key, occurred_at: world.clock.at(-7300) };
    const case_id = await held({ ...first, arguments_hash: "a" });
    await world.join(
      unknown(world.clock, { ...first, arguments_hash: "b", occurred_at: world.clock.at(-100) }),
    );
    await expect(give(case_id, "absent")).rejects.toMatchObject({
      details: { permitted_from: world.clock.at(7100) },
    });
  });

  test("only evidence that says something counts for the time", async () => {
    const case_id = await held({ idempotency_key: null, occurred_at: world.clock.at(-1000) });
    const hollow = { kind: "looked", external_id: null, url: null, note: null, observed_at: world.clock.iso };
    await expect(give(case_id, "absent", [seen(world.clock.at(-200)), hollow])).rejects.toMatchObject({
      code: "effect_may_still_land",
    });
  });

  test("a changed setting moves living cases: their deadline, when they are safe, when the key ends", async () => {
    const admin = world.person("Eve", ["admin"]);
    const case_id = await world.open({ tool: "moving", occurred_at: world.clock.at(-60) });
    const lone = await world.open({
      tool: "moving",
      idempotency_key: null,
      occurred_at: world.clock.at(-60),
    });
    await putTool(admin, {
      ...{ tool: "moving", in_flight_seconds: 10, key_life_seconds: 3600, sla_seconds: 120 },
    });
    expect(await readCase(world.ann, { case_id })).toMatchObject({
      safe_after: world.clock.at(-50),
      key_expires_at: world.clock.at(3540),
      deadline_at: world.clock.at(3540),
    });
    expect((await readCase(world.ann, { case_id: lone })).deadline_at).toBe(world.clock.at(60));
  });
});

describe("reopening", () => {
  test("by hand with a reason: a new opening, the old verdict superseded and in sight, the next one names it", async () => {
    const case_id = await held();
    const first = await give(case_id, "committed");
    const reopened = await reopenCase(world.bob, { case_id, reason: "wrong ledger" });
    expect(reopened).toMatchObject({
      ...{ state: "open", opening: 2, verdict_id: null, reopened_because: "by_hand" },
      verdicts: [{ verdict_id: first.verdict_id, superseded_because: "by_hand" }],
    });
    await expect(reopenCase(world.bob, { case_id, reason: "again" })).rejects.toMatchObject({
      code: "case_not_settled",
    });
    await claimCase(world.ann, { case_id });
    const second = await give(case_id, "undeterminable");
    expect(second.supersedes).toBe(first.verdict_id);
    expect((await readCase(world.ann, { case_id })).verdicts).toHaveLength(2);
  });
});
