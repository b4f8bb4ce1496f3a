import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { claimCase } from "@/lib/services/cases/claim-case";
import { readCase } from "@/lib/services/cases/read-case";
import { acknowledgeVerdict } from "@/lib/services/verdicts/acknowledge-verdict";
import { issueVerdict } from "@/lib/services/verdicts/issue-verdict";
import { openQueueWorld, type QueueWorld, seen, unknown } from "./world";

let world: QueueWorld;
beforeAll(async () => {
  world = await openQueueWorld();
});
afterAll(() => world.close());

const key = () => `key-${randomUUID()}`;
const read = (case_id: string) => readCase(world.ann, { case_id });

describe("machine evidence", () => {
  test("committed while a person holds the case: attached, the claim and the case stay theirs", async () => {
    const idempotency_key = key();
    const case_id = await world.open({ idempotency_key });
    await claimCase(world.ann, { case_id });
    expect(await world.report("committed", { idempotency_key })).toMatchObject({ attached: true, case_id });
    expect(await read(case_id)).toMatchObject({
      ...{ state: "open", claimed_by: "Ann", verdicts: [] },
      evidence: [{ effect: "committed", source: "stripe", external_id: "re_1", by: "runtime" }],
    });
    await issueVerdict(world.ann, { case_id, verdict: "committed", evidence: [seen(world.clock.iso)] });
  });

  test("never settles by itself, however many agree or contradict each other", async () => {
    const idempotency_key = key();
    const case_id = await world.open({ idempotency_key, occurred_at: world.clock.at(-5000) });
    await world.report("committed", { idempotency_key, source: "stripe" });
    await world.report("committed", { idempotency_key, source: "ledger" });
    await world.report("absent", { idempotency_key, source: "bank" });
    expect(await read(case_id)).toMatchObject({ state: "open", verdicts: [], evidence: [{}, {}, {}] });
  });

  test("the same report again, also at the same instant, counts once", async () => {
    const idempotency_key = key();
    const case_id = await world.open({ idempotency_key });
    const answers = await Promise.all([1, 2, 3].map(() => world.report("committed", { idempotency_key })));
    expect(new Set(answers.map(({ evidence_id }) => evidence_id)).size).toBe(1);
    expect(answers.filter(({ duplicate }) => !duplicate)).toHaveLength(1);
    expect((await read(case_id)).evidence).toHaveLength(1);
  });

  test("early evidence waits for its case, also when both come at the same instant", async () => {
    for (let round = 0; round < 8; round += 1) {
      const idempotency_key = key();
      const early = world.report("committed", { idempotency_key });
      if (round === 0) expect(await early).toMatchObject({ attached: false, because: "no_case_yet" });
      const [case_id] = await Promise.all([world.open({ idempotency_key }), early]);
      expect((await read(case_id)).evidence).toMatchObject([{ effect: "committed" }]);
    }
  });

  test("what matches several intents is kept apart and shown on each, never guessed", async () => {
    const idempotency_key = key();
    const acme = await world.open({ idempotency_key, tenant: "acme" });
    const other = await world.open({ idempotency_key, tenant: "other" });
    expect(await world.report("committed", { idempotency_key })).toMatchObject({
      ...{ attached: false, case_id: null, because: "ambiguous_intent" },
    });
    for (const case_id of [acme, other])
      expect(await read(case_id)).toMatchObject({ evidence: [], possible_evidence: [{ source: "stripe" }] });
    await world.report("committed", { idempotency_key, tenant: "other", external_id: "re_2" });
    expect((await read(other)).evidence).toMatchObject([{ external_id: "re_2" }]);
    expect((await read(acme)).evidence).toEqual([]);
  });

  test("evidence of another tool, tenant or life of the key never reaches a case", async () => {
    const idempotency_key = key();
    const old = await world.open({ idempotency_key, occurred_at: world.clock.at(-3 * 86_400) });
    const fresh = await world.open({ idempotency_key, occurred_at: world.clock.at(-60) });
    await world.report("committed", { idempotency_key, tool: "charge" });
    await world.report("committed", { idempotency_key, tenant: "other" });
    await world.report("committed", { idempotency_key, tenant: "" });
    expect((await read(fresh)).evidence).toEqual([]);
    await world.report("committed", { idempotency_key, observed_at: world.clock.at(-2 * 86_400) });
    expect((await read(old)).evidence).toHaveLength(1);
    expect((await read(fresh)).evidence).toEqual([]);
  });
});

describe("against a verdict", () => {
  const settled = async (
    verdict: Parameters<QueueWorld["settle"]>[1],
    occurred_at = world.clock.at(-5000),
  ) => {
    const idempotency_key = key();
    const case_id = await world.open({ idempotency_key, occurred_at });
    const { verdict_id } = await world.settle(case_id, verdict);
    return { idempotency_key, case_id, verdict_id };
  };

  test("acted on and then contradicted: reopened, a possible duplicate, what the runtime was told in sight", async () => {
    const { case_id, verdict_id, idempotency_key } = await settled("absent");
    await acknowledgeVerdict(world.runtime, { verdict_id, by: "run-1" });
    await world.report("committed", { idempotency_key });
    expect(await read(case_id)).toMatchObject({
      ...{ state: "open", opening: 2, flags: ["possible_duplicate", "contradicted"] },
      verdicts: [
        {
          verdict_id,
          directive: "safe_to_retry",
          superseded_because: "contradicted",
          delivery: { acknowledged_by: "run-1" },
        },
      ],
    });
  });

  test("not acted on and contradicted: reopened, and the runtime is refused", async () => {
    const { case_id, verdict_id, idempotency_key } = await settled("absent");
    await world.report("committed", { idempotency_key });
    expect(await read(case_id)).toMatchObject({ state: "open", flags: ["contradicted"] });
    await expect(acknowledgeVerdict(world.runtime, { verdict_id, by: "run-1" })).rejects.toMatchObject({
      code: "verdict_superseded",
    });
  });

  test("acknowledged at the very instant of the contradiction: refused, or flagged, never neither", async () => {
    for (let round = 0; round < 10; round += 1) {
      const { case_id, verdict_id, idempotency_key } = await settled("absent");
      const [taken] = await Promise.allSettled([
        acknowledgeVerdict(world.runtime, { verdict_id, by: "run-1" }),
        world.report("committed", { idempotency_key }),
      ]);
      const flagged = (await read(case_id)).flags.includes("possible_duplicate");
      expect(flagged).toBe(taken.status === "fulfilled");
    }
  });

  test("an absence seen while the request could still land says nothing against committed; a final one does", async () => {
    const { case_id, idempotency_key } = await settled("committed");
    await world.report("absent", { idempotency_key, observed_at: world.clock.at(-4500) });
    expect((await read(case_id)).state).toBe("settled");
    await world.report("absent", { idempotency_key, observed_at: world.clock.at(-1000) });
    expect(await read(case_id)).toMatchObject({ state: "open", flags: ["contradicted"] });
  });

  test("a late report of the commit that was undone does not reopen compensated; a later commit does", async () => {
    const { case_id, idempotency_key } = await settled("compensated");
    await world.report("committed", { idempotency_key, observed_at: world.clock.at(-4000) });
    expect((await read(case_id)).state).toBe("settled");
    world.clock.move(60);
    await world.report("committed", { idempotency_key });
    expect((await read(case_id)).state).toBe("open");
  });
});

describe("attempts after a verdict", () => {
  const settled = async (verdict: Parameters<QueueWorld["settle"]>[1]) => {
    const idempotency_key = key();
    const case_id = await world.open({ idempotency_key, occurred_at: world.clock.at(-5000) });
    await world.settle(case_id, verdict);
    return { idempotency_key, case_id };
  };

  test("an old attempt delivered late is attached and does not reopen; a new one does", async () => {
    for (const verdict of ["committed", "absent"] as const) {
      const { idempotency_key, case_id } = await settled(verdict);
      await world.join(unknown(world.clock, { idempotency_key, occurred_at: world.clock.at(-4000) }));
      expect(await read(case_id)).toMatchObject({ state: "settled", attempt_count: 2 });
      world.clock.move(60);
      const [joined] = await world.join(
        unknown(world.clock, { idempotency_key, occurred_at: world.clock.at(-10) }),
      );
      expect(joined?.outcome).toBe("reopened");
      expect(await read(case_id)).toMatchObject({
        ...{ state: "open", opening: 2, reopened_because: "new_attempt", attempt_count: 3 },
        verdicts: [{ superseded_because: "new_attempt" }],
      });
    }
  });

  test("a repeat that reports absent after the verdict does not reopen", async () => {
    const { idempotency_key, case_id } = await settled("absent");
    world.clock.move(60);
    await world.join(
      unknown(world.clock, { idempotency_key, effect: "absent", occurred_at: world.clock.iso }),
    );
    expect((await read(case_id)).state).toBe("settled");
  });

  test("a late attempt with other arguments takes the ground from a repeat with the same key", async () => {
    const idempotency_key = key();
    const case_id = await world.open({
      ...{ idempotency_key, arguments_hash: "a", occurred_at: world.clock.at(-5000) },
    });
    await world.settle(case_id, "absent");
    await world.join(
      unknown(world.clock, { idempotency_key, arguments_hash: "b", occurred_at: world.clock.at(-4900) }),
    );
    expect(await read(case_id)).toMatchObject({
      ...{ state: "open", flags: ["key_reused"], reopened_because: "key_reused" },
    });
  });

  test("reopened after the key's life the deadline is the service level, counted from the reopening", async () => {
    const { idempotency_key, case_id } = await settled("committed");
    world.clock.move(86_400);
    await world.report("absent", { idempotency_key });
    expect((await read(case_id)).deadline_at).toBe(world.clock.at(14_400));
  });
});
