import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freezeBulk } from "@/lib/services/bulk/freeze-bulk";
import { readBulk } from "@/lib/services/bulk/read-bulk";
import { startBulk } from "@/lib/services/bulk/start-bulk";
import { claimCase } from "@/lib/services/cases/claim-case";
import { readCase } from "@/lib/services/cases/read-case";
import { approveVerdict } from "@/lib/services/verdicts/approve-verdict";
import { awaitVerdict } from "@/lib/services/verdicts/await-verdict";
import { type BulkWorld, openBulkWorld, verdictOf } from "./bulk-world";
import { unknown } from "./world";

let world: BulkWorld;
beforeAll(async () => {
  world = await openBulkWorld();
  await world.database
    .sql`insert into tools (tool, first_seen_at, needs_second_person) values ('payout', now(), true)`;
});
afterAll(() => world.close());

const told = (case_id: string) => awaitVerdict(world.runtime, { target: { case_id }, wait_seconds: 0 });

describe("a bulk verdict", () => {
  test("settles what is free or one's own by itself, as one call would, with the evidence that covers all", async () => {
    const { ann, clock } = world;
    const [free = "", own = ""] = await world.openMany(2, "settle");
    await claimCase(ann, { case_id: own });
    const over = await world.run(ann, verdictOf(world), { case_ids: [free, own] });
    expect(over).toMatchObject({ done: 2, skipped: 0, failed: 0 });
    for (const case_id of [free, own]) {
      const settled = await readCase(ann, { case_id });
      expect(settled).toMatchObject({ state: "settled", claimed_by: null, settled_at: clock.iso });
      expect(settled.verdicts).toMatchObject([
        { verdict: "committed", directive: "treat_as_done", by: "Ann", external_id: "settlement-file-7" },
      ]);
      expect(settled.evidence).toMatchObject([
        { kind: "provider", source: "person", verdict_id: settled.verdict_id, observed_at: clock.iso },
      ]);
      expect(await told(case_id)).toMatchObject({ state: "settled", verdict_id: settled.verdict_id });
    }
    expect((await readCase(ann, { case_id: own })).claims).toMatchObject([
      { by: "Ann", ended_as: "settled" },
    ]);
    const written = await world.database.sql`select c.case_id,
        (select count(*)::int from outbox o where o.case_id = c.case_id and o.type = 'case.settled') as told,
        (select count(*)::int from audit a where a.subject_id = c.case_id::text and a.action = 'case.settled'
          and a.details ->> 'bulk_id' = ${over.bulk_id}) as audited
      from cases c where c.tool = 'settle'`;
    expect(written.map((row) => [row.told, row.audited])).toEqual([
      [1, 1],
      [1, 1],
    ]);
  });

  test("needs evidence that says something, seen by now", async () => {
    const { ann, clock } = world;
    const choose = { case_ids: await world.openMany(1, "evidence") };
    const parameters = { kind: "verdict", verdict: "committed" } as const;
    const none = freezeBulk(ann, { parameters: { ...parameters, evidence: [] }, choose });
    await expect(none).rejects.toMatchObject({ code: "evidence_required" });
    const later = freezeBulk(ann, { parameters: verdictOf(world, "committed", clock.at(3_600)), choose });
    await expect(later).rejects.toMatchObject({ code: "observed_in_future" });
  });

  test("never touches a reused key, a possible duplicate, what is unreadable, held by another or settled", async () => {
    const { ann, bob, clock } = world;
    const reused = await world.open({ tool: "kept", idempotency_key: "k1", arguments_hash: "a" });
    await world.join(unknown(clock, { tool: "kept", idempotency_key: "k1", arguments_hash: "b" }));
    const unreadable = await world.open({
      tool: "kept",
      unreadable: "effect: not a word",
      idempotency_key: null,
    });
    const duplicate = await world.open({ tool: "kept" });
    await world.database
      .sql`update cases set flags = array_append(flags, 'possible_duplicate') where case_id = ${duplicate}`;
    const held = await world.open({ tool: "kept" });
    await claimCase(bob, { case_id: held });
    const settled = await world.open({ tool: "kept" });
    await world.settle(settled, "absent", clock.iso, bob);
    const found = await world.open({ tool: "kept" });
    await world.database
      .sql`update attempts set found = 'absent', found_by = 'Bob', found_by_id = 'bob', found_at = ${clock.iso}
      where case_id = ${found}`;
    const good = await world.open({ tool: "kept" });
    const all = { reused, unreadable, duplicate, held, settled, found, good };
    const over = await world.run(ann, verdictOf(world), { case_ids: Object.values(all) });
    expect(over).toMatchObject({ done: 1, skipped: 6, failed: 0, total: 7 });
    const outcomes = await world.outcomes(ann, over.bulk_id);
    const codes = Object.entries(all).map(([name, id]) => [name, outcomes.get(id)?.code]);
    expect(Object.fromEntries(codes)).toEqual({
      reused: "key_reused",
      unreadable: "unreadable",
      duplicate: "possible_duplicate",
      held: "claimed_by_other",
      settled: "already_settled",
      found: "verdict_contradicts_attempts",
      good: null,
    });
    expect(outcomes.get(held)?.message).toContain("Bob");
    expect((await told(settled)).verdict).toBe("absent");
    expect((await told(reused)).state).toBe("pending");
  });

  test("absent is given only where nothing may land any more, or the key still protects a repeat", async () => {
    const { ann, clock } = world;
    const keyed = await world.open({ tool: "absent" });
    const recent = await world.open({ tool: "absent", idempotency_key: null });
    const old = await world.open({ tool: "absent", idempotency_key: null, occurred_at: clock.at(-3_600) });
    const over = await world.run(ann, verdictOf(world, "absent"), { case_ids: [keyed, recent, old] });
    expect(over).toMatchObject({ done: 2, skipped: 1 });
    const refused = (await world.outcomes(ann, over.bulk_id)).get(recent);
    const { safe_after } = await readCase(ann, { case_id: recent });
    expect(refused?.code).toBe("effect_may_still_land");
    expect(refused?.message).toContain(safe_after);
    expect(await told(keyed)).toMatchObject({ directive: "safe_to_retry", retry_with: "same_key" });
    expect(await told(old)).toMatchObject({ directive: "safe_to_retry", retry_with: "new_key" });
  });

  test("is put to a second person where the tool asks for one", async () => {
    const { ann, bob } = world;
    const choose = { case_ids: [await world.open({ tool: "payout" }), await world.open({ tool: "plain" })] };
    const frozen = await freezeBulk(ann, { parameters: verdictOf(world), choose });
    expect(frozen.preview).toMatchObject({ will_do: 2, will_propose: 1, will_skip: [] });
    await startBulk(ann, { bulk_id: frozen.bulk_id, count: 2 });
    await world.untilOver(frozen.bulk_id);
    expect(await readBulk(ann, { bulk_id: frozen.bulk_id })).toMatchObject({ done: 2, proposed: 1 });
    const [case_id = ""] = choose.case_ids;
    expect((await world.outcomes(ann, frozen.bulk_id)).get(case_id)).toMatchObject({
      outcome: "done",
      code: "awaiting_second",
    });
    expect((await told(case_id)).state).toBe("pending");
    const { proposal_id } = await readCase(ann, { case_id });
    await approveVerdict(bob, { case_id, verdict_id: proposal_id ?? "", agree: true, note: null });
    expect((await told(case_id)).directive).toBe("treat_as_done");
  });

  test("of a reopened case supersedes the verdict before", async () => {
    const { ann, clock } = world;
    const attempt = unknown(clock, { tool: "again" });
    const [opened] = await world.join(attempt);
    const case_id = opened?.case_id ?? "";
    const { verdict_id } = await world.settle(case_id, "undeterminable", clock.iso, ann);
    clock.move(10);
    await world.join(
      unknown(clock, {
        ...attempt,
        event_id: crypto.randomUUID(),
        key: crypto.randomUUID(),
        occurred_at: clock.iso,
      }),
    );
    clock.move(10);
    await world.run(ann, verdictOf(world), { case_ids: [case_id] });
    const { verdicts } = await readCase(ann, { case_id });
    expect(verdicts.map((one) => [one.opening, one.supersedes])).toEqual([
      [1, null],
      [2, verdict_id],
    ]);
  });
});

const MIX = ["free", "own", "held", "settled", "proposed", "reused", "recent", "expired"] as const;
const KINDS = ["verdict", "absent", "claim", "release", "note"] as const;

test("whatever the mix, done + skipped + failed = total, each is named, and the preview said so", async () => {
  const { ann, bob, clock } = world;
  const make: Record<(typeof MIX)[number], () => Promise<string>> = {
    free: () => world.open({ tool: "mix" }),
    own: async () => holding(ann, await world.open({ tool: "mix" })),
    held: async () => holding(bob, await world.open({ tool: "mix" })),
    expired: async () => {
      const case_id = await holding(bob, await world.open({ tool: "mix" }));
      await world.database
        .sql`update cases set claim_expires_at = ${clock.at(-1)}, claimed_at = ${clock.at(-2)}
        where case_id = ${case_id}`;
      return case_id;
    },
    settled: async () => {
      const case_id = await world.open({ tool: "mix" });
      await world.settle(case_id, "committed", clock.iso, bob);
      return case_id;
    },
    proposed: async () => {
      const case_id = await world.open({ tool: "payout" });
      await world.settle(case_id, "committed", clock.iso, bob);
      return case_id;
    },
    reused: async () => {
      const case_id = await world.open({ tool: "mix" });
      await world.database
        .sql`update cases set flags = array_append(flags, 'key_reused') where case_id = ${case_id}`;
      return case_id;
    },
    recent: () => world.open({ tool: "mix", idempotency_key: null }),
  };
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...MIX), { minLength: 1, maxLength: 12 }),
      fc.constantFrom(...KINDS),
      async (mix, kind) => {
        const case_ids: string[] = [];
        for (const one of mix) case_ids.push(await make[one]());
        const parameters =
          kind === "verdict" || kind === "absent"
            ? verdictOf(world, kind === "absent" ? "absent" : "committed")
            : kind === "note"
              ? { kind, text: "seen" }
              : { kind };
        const frozen = await freezeBulk(ann, { parameters, choose: { case_ids } });
        const { will_do = 0, will_skip = [] } = frozen.preview ?? {};
        expect(will_do + will_skip.reduce((sum, { count }) => sum + count, 0)).toBe(mix.length);
        await startBulk(ann, { bulk_id: frozen.bulk_id, count: mix.length });
        const over = await world.untilOver(frozen.bulk_id);
        expect(over.done + over.skipped + over.failed).toBe(mix.length);
        expect(over).toMatchObject({ done: will_do, failed: 0 });
        const outcomes = await world.outcomes(ann, frozen.bulk_id);
        expect([...outcomes.keys()].sort()).toEqual([...case_ids].sort());
        const skipped = [...outcomes.values()].filter(({ outcome }) => outcome === "skipped");
        expect(skipped).toHaveLength(over.skipped);
        for (const { code, message } of skipped) expect([code, message]).not.toContain(null);
      },
    ),
    { numRuns: 25, seed: 4 },
  );
});

async function holding(by: BulkWorld["ann"], case_id: string): Promise<string> {
  await claimCase(by, { case_id });
  return case_id;
}
