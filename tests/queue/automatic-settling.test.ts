import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AttemptInput } from "@/domain/attempt";
import { listAudit } from "@/lib/services/audit/list-audit";
import { claimCase } from "@/lib/services/cases/claim-case";
import { giveBackCase } from "@/lib/services/cases/give-back-case";
import { openCase } from "@/lib/services/cases/open-case";
import { readCase } from "@/lib/services/cases/read-case";
import { recordFindings } from "@/lib/services/cases/record-findings";
import { reopenCase } from "@/lib/services/cases/reopen-case";
import { putTool } from "@/lib/services/tools/put-tool";
import { acknowledgeVerdict } from "@/lib/services/verdicts/acknowledge-verdict";
import { awaitVerdict } from "@/lib/services/verdicts/await-verdict";
import { openQueueWorld, type QueueWorld, unknown } from "./world";

let world: QueueWorld;
beforeAll(async () => {
  world = await openQueueWorld();
  const eve = world.person("Eve", ["engineer"]);
  await putTool(eve, { tool: "commits", settles_automatically: "committed" });
  await putTool(eve, { tool: "both", settles_automatically: "committed_or_absent" });
  await putTool(eve, { tool: "second", settles_automatically: "committed", needs_second_person: true });
});
afterAll(() => world.close());

const read = (case_id: string) => readCase(world.ann, { case_id });
const outbox = async (case_id: string) =>
  (
    await world.database.sql<
      { type: string }[]
    >`select type from outbox where case_id = ${case_id} order by created_at, type`
  ).map(({ type }) => type);
/** An open case of a tool with its key; 20 minutes old unless told otherwise, so that nothing is in flight. */
async function opened(tool: string, attempt: Partial<AttemptInput> = {}) {
  const idempotency_key = attempt.idempotency_key ?? randomUUID();
  const occurred_at = world.clock.at(-1_200);
  const case_id = await world.open({ tool, occurred_at, ...attempt, idempotency_key });
  const report = (effect: "committed" | "absent", about: Parameters<QueueWorld["report"]>[1] = {}) =>
    world.report(effect, { tool, idempotency_key, ...about });
  return { case_id, idempotency_key, report };
}

describe("machine evidence settles by itself", () => {
  test("where the tool says so: audited, told to the world, and to whoever waits", async () => {
    const { case_id, idempotency_key, report } = await opened("commits");
    const waiting = awaitVerdict(world.runtime, {
      ...{ target: { tool: "commits", idempotency_key }, wait_seconds: 20 },
      signal: new AbortController().signal,
    });
    await report("committed", { external_id: "re_77" });
    expect(await waiting).toMatchObject({
      state: "settled",
      directive: "treat_as_done",
      external_id: "re_77",
    });
    expect(await read(case_id)).toMatchObject({
      state: "settled",
      verdicts: [{ verdict: "committed", by: "Errata", by_kind: "system", state: "settled" }],
    });
    expect(await outbox(case_id)).toEqual(["case.opened", "case.settled"]);
    const { items } = await listAudit(world.person("Ada", ["admin"]), { subject_id: case_id, limit: 10 });
    expect(items.map(({ action }) => action)).toEqual([
      "case.settled",
      "case.evidence_attached",
      "case.opened",
    ]);
  });

  test.each([
    ["a tool that says never", "refund", "committed"],
    ["a tool that takes commits only", "commits", "absent"],
    ["a tool that asks for a second person", "second", "committed"],
  ] as const)("not for %s", async (_name, tool, effect) => {
    const { case_id, report } = await opened(tool);
    await report(effect);
    expect(await read(case_id)).toMatchObject({ state: "open", verdicts: [], evidence: [{ effect }] });
  });

  test("not while somebody holds the case; by the next evidence once nobody does", async () => {
    const { case_id, report } = await opened("commits");
    await claimCase(world.ann, { case_id });
    await report("committed");
    expect(await read(case_id)).toMatchObject({ state: "open", claimed_by: "Ann" });
    world.clock.move(901);
    await report("committed", { external_id: "re_2" });
    expect((await read(case_id)).state).toBe("settled");
  });

  test("a person who claims at the very instant holds it, or is told that it is settled", async () => {
    for (let round = 0; round < 12; round += 1) {
      const { case_id, report } = await opened("commits");
      const [claimed, reported] = await Promise.allSettled([
        claimCase(world.bob, { case_id }),
        report("committed"),
      ]);
      expect(reported.status).toBe("fulfilled");
      const { state, claimed_by, verdicts } = await read(case_id);
      if (claimed.status === "fulfilled")
        expect([state, claimed_by, verdicts.length]).toEqual(["open", "Bob", 0]);
      else {
        expect(claimed.reason).toMatchObject({ code: "already_settled" });
        expect([state, claimed_by, verdicts.length]).toEqual(["settled", null, 1]);
      }
    }
  });

  test("many reports at once give one verdict", async () => {
    const { case_id, report } = await opened("commits");
    await Promise.all(["a", "b", "c", "d"].map((external_id) => report("committed", { external_id })));
    const { verdicts, opening } = await read(case_id);
    expect([verdicts.length, opening]).toEqual([1, 1]);
  });

  test("contradicting sources never do, in whatever order they come", async () => {
    const { case_id, report } = await opened("both");
    await claimCase(world.ann, { case_id });
    await report("absent");
    world.clock.move(901);
    await report("committed");
    expect(await read(case_id)).toMatchObject({ state: "open", verdicts: [], evidence: [{}, {}] });
    await report("committed", { external_id: "again" });
    await report("absent", { external_id: "again" });
    expect((await read(case_id)).state).toBe("open");
  });

  test("what only may speak about the case contradicts as well", async () => {
    const idempotency_key = randomUUID();
    const { case_id } = await opened("commits", { idempotency_key, tenant: "acme" });
    await opened("commits", { idempotency_key, tenant: "other" });
    await world.report("absent", { tool: "commits", idempotency_key });
    await world.report("committed", { tool: "commits", idempotency_key, tenant: "acme" });
    expect(await read(case_id)).toMatchObject({ state: "open", possible_evidence: [{ effect: "absent" }] });
  });

  test("an absence obeys the time from which it is safe, but for what the key still protects", async () => {
    const early = { occurred_at: world.clock.at(-60) };
    const keyed = await opened("both", early);
    await keyed.report("absent");
    expect((await read(keyed.case_id)).verdicts).toMatchObject([
      { directive: "safe_to_retry", retry_with: "same_key" },
    ]);
    const reused = await opened("both", { ...early, arguments_hash: "a" });
    await world.join(
      unknown(world.clock, { tool: "both", idempotency_key: reused.idempotency_key, arguments_hash: "b" }),
    );
    await reused.report("absent");
    expect(await read(reused.case_id)).toMatchObject({ state: "open", flags: ["key_reused"] });
    const stale = await opened("both", early);
    await stale.report("absent", { observed_at: world.clock.at(-61) });
    expect((await read(stale.case_id)).state).toBe("open");
  });

  test("once the key is over, an absence settles only if it was seen when nothing could land", async () => {
    await putTool(world.person("Eve", ["engineer"]), { tool: "both", key_life_seconds: 600 });
    const early = await opened("both", { occurred_at: world.clock.at(-700) });
    await early.report("absent");
    expect((await read(early.case_id)).state).toBe("open");
    const late = await opened("both", { occurred_at: world.clock.at(-901) });
    await late.report("absent");
    expect((await read(late.case_id)).verdicts).toMatchObject([
      { directive: "safe_to_retry", retry_with: "new_key" },
    ]);
    await putTool(world.person("Eve", ["engineer"]), { tool: "both", key_life_seconds: 86_400 });
  });

  test("what a person reported or reopened waits for a person", async () => {
    const report = {
      tool: "commits",
      idempotency_key: randomUUID(),
      tenant: "",
      environment: "",
      service: "",
    };
    const { case_id } = await openCase(world.ann, { reason: "charged twice", report });
    await world.report("committed", { tool: "commits", idempotency_key: report.idempotency_key });
    expect(await read(case_id)).toMatchObject({ state: "open", flags: ["by_hand"] });
    const other = await opened("commits");
    await other.report("committed");
    await reopenCase(world.ann, { case_id: other.case_id, reason: "the bank says no" });
    await other.report("committed", { external_id: "again" });
    expect(await read(other.case_id)).toMatchObject({ state: "open", opening: 2 });
  });

  test("contradicted after the runtime acted: reopened as a possible duplicate, and no machine settles it", async () => {
    const { case_id, report } = await opened("both");
    await report("absent");
    const { verdict_id } = await read(case_id);
    await acknowledgeVerdict(world.runtime, { verdict_id: verdict_id ?? "", by: "run-1" });
    await report("committed");
    await report("committed", { external_id: "again" });
    expect(await read(case_id)).toMatchObject({
      ...{ state: "open", opening: 2, flags: ["possible_duplicate", "contradicted"] },
      verdicts: [{ verdict: "absent" }],
    });
  });

  test("what a person found of an attempt is not gone over, whoever reports what", async () => {
    for (const [found, effect] of [
      ["committed", "absent"],
      ["absent", "committed"],
      ["undeterminable", "absent"],
    ] as const) {
      const { case_id, report } = await opened("both");
      await claimCase(world.ann, { case_id });
      const attempt_ids = (await read(case_id)).attempts.map(({ attempt_id }) => attempt_id);
      const finding = { attempt_ids, found, external_id: "re_77", note: null };
      await recordFindings(world.ann, { case_id, ...finding });
      await giveBackCase(world.ann, { case_id });
      await report(effect);
      expect(await read(case_id)).toMatchObject({ state: "open", verdicts: [] });
    }
  });

  test("an attempt's own commit is evidence, early or not, and settles nothing", async () => {
    const parts = { tool: "commits", idempotency_key: randomUUID() };
    await world.join(unknown(world.clock, { ...parts, effect: "committed" }));
    const case_id = await world.open(parts);
    await world.join(unknown(world.clock, { ...parts, effect: "committed" }));
    expect(await read(case_id)).toMatchObject({ state: "open", evidence: [{ source: "attempt" }, {}] });
  });

  test("a new doubt after it opens the case anew, and only what is seen after that settles it", async () => {
    const { case_id, report, idempotency_key } = await opened("commits");
    await report("committed");
    world.clock.move(60);
    await world.join(
      unknown(world.clock, { tool: "commits", idempotency_key, occurred_at: world.clock.iso }),
    );
    expect(await read(case_id)).toMatchObject({ state: "open", opening: 2 });
    await report("committed", { observed_at: world.clock.at(-30) });
    expect((await read(case_id)).state).toBe("open");
    await report("committed");
    expect(await read(case_id)).toMatchObject({ state: "settled", verdicts: [{}, { by: "Errata" }] });
  });
});
