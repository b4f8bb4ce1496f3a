import { afterAll, beforeAll, expect, test } from "vitest";
import type { DomainError } from "@/domain/errors";
import { claimCase } from "@/lib/services/cases/claim-case";
import { readCase } from "@/lib/services/cases/read-case";
import { recordFindings } from "@/lib/services/cases/record-findings";
import { acknowledgeVerdict } from "@/lib/services/verdicts/acknowledge-verdict";
import { issueVerdict } from "@/lib/services/verdicts/issue-verdict";
import { auditOf } from "./members";
import { openQueueWorld, type QueueWorld, seen, unknown } from "./world";

let world: QueueWorld;
beforeAll(async () => {
  world = await openQueueWorld();
});
afterAll(() => world.close());

const NOTHING = { external_id: null, note: null };
const refusal = (promise: Promise<unknown>): Promise<DomainError> =>
  promise.then(
    () => Promise.reject(new Error("it was not refused")),
    (error: DomainError) => error,
  );

/** A runtime was told that it is safe to retry, took it, and then the first try was seen to have landed after all. */
async function possibleDuplicate(idempotency_key: string) {
  const tool = "refund";
  const first = unknown(world.clock, { tool, idempotency_key });
  const case_id = await world.open(first);
  const { verdict_id } = await world.settle(case_id, "absent");
  await acknowledgeVerdict(world.runtime, { verdict_id, by: "run-1" });
  world.clock.move(60);
  await world.join(unknown(world.clock, { tool, idempotency_key, occurred_at: world.clock.iso }));
  world.clock.move(60);
  await world.report("committed", { tool, idempotency_key, external_id: "re_1" });
  const found = await readCase(world.ann, { case_id });
  expect(found).toMatchObject({ state: "open", flags: ["possible_duplicate"] });
  await claimCase(world.ann, { case_id });
  return { case_id, attempt_ids: found.attempts.map((one) => one.attempt_id) };
}
const settle = (case_id: string, verdict: "committed" | "absent" | "compensated") =>
  issueVerdict(world.ann, { case_id, verdict, evidence: [seen(world.clock.iso)] });

test("a possible duplicate takes no verdict until each attempt is settled, and then only one that agrees", async () => {
  const { case_id, attempt_ids } = await possibleDuplicate("duplicate");
  expect(attempt_ids).toHaveLength(2);
  const [first = 0, second = 0] = attempt_ids;
  expect(await refusal(settle(case_id, "committed"))).toMatchObject({
    ...{ code: "attempts_not_settled", details: { attempt_ids, attempt_count: 2 } },
  });
  await recordFindings(world.ann, {
    case_id,
    attempt_ids: [first],
    found: "compensated",
    external_id: "re_1",
    note: "undone",
  });
  expect(await refusal(settle(case_id, "committed"))).toMatchObject({
    ...{ code: "attempts_not_settled", details: { attempt_ids: [second] } },
  });
  const view = await recordFindings(world.ann, {
    case_id,
    attempt_ids: [second],
    found: "committed",
    ...NOTHING,
  });
  expect(view.attempts).toMatchObject([
    { found: "compensated", found_external_id: "re_1", found_note: "undone", found_by: "Ann" },
    { found: "committed", found_by: "Ann" },
  ]);
  for (const verdict of ["absent", "compensated"] as const)
    expect(await refusal(settle(case_id, verdict))).toMatchObject({ code: "verdict_contradicts_attempts" });
  expect(await settle(case_id, "committed")).toMatchObject({ state: "settled", directive: "treat_as_done" });
  expect((await auditOf(world, case_id)).filter((action) => action === "case.attempts_found")).toHaveLength(
    2,
  );
});

test("what was found before the reopening has to be looked at again", async () => {
  const case_id = await world.open({ idempotency_key: "looked before" });
  await claimCase(world.ann, { case_id });
  const [attempt] = (await readCase(world.ann, { case_id })).attempts;
  const attempt_ids = [attempt?.attempt_id ?? 0];
  await recordFindings(world.ann, { case_id, attempt_ids, found: "absent", ...NOTHING });
  const { verdict_id } = await settle(case_id, "absent");
  await acknowledgeVerdict(world.runtime, { verdict_id, by: "run-1" });
  world.clock.move(60);
  await world.report("committed", { idempotency_key: "looked before", external_id: "re_2" });
  await claimCase(world.ann, { case_id });
  expect(await refusal(settle(case_id, "committed"))).toMatchObject({ code: "attempts_not_settled" });
  const before = await readCase(world.ann, { case_id });
  const again = await recordFindings(world.ann, { case_id, attempt_ids, found: "absent", ...NOTHING });
  expect(again.version).toBe(before.version + 1);
  expect(await refusal(settle(case_id, "committed"))).toMatchObject({ code: "verdict_contradicts_attempts" });
});

test("only who holds the case records findings, of its own attempts; the same again changes nothing", async () => {
  const case_id = await world.open();
  const other = await world.open();
  const idsOf = async (of: string) =>
    (await readCase(world.ann, { case_id: of })).attempts.map((one) => one.attempt_id);
  const [own, strange] = [await idsOf(case_id), await idsOf(other)];
  const record = (attempt_ids: number[], by = world.ann) =>
    recordFindings(by, { case_id, attempt_ids, found: "committed", ...NOTHING });
  expect(await refusal(record(own))).toMatchObject({ code: "claim_required" });
  await claimCase(world.ann, { case_id });
  expect(await refusal(record(own, world.bob))).toMatchObject({
    ...{ code: "claimed_by_other", details: { claimed_by: "Ann", claim_expires_at: world.clock.at(900) } },
  });
  expect(await refusal(record([...own, ...strange]))).toMatchObject({
    ...{ code: "attempt_not_of_case", details: { attempt_ids: strange } },
  });
  expect((await readCase(world.ann, { case_id: other })).attempts[0]?.found).toBeNull();
  const first = await record(own);
  expect((await record(own)).version).toBe(first.version);
  expect((await record(own)).attempts[0]?.found_at).toBe(world.clock.iso);
  world.clock.move(901);
  expect(await refusal(record(own))).toMatchObject({ code: "claim_expired" });
});

test("of two verdicts and a finding at the same instant no verdict stands against the finding", async () => {
  for (let round = 0; round < 6; round += 1) {
    const case_id = await world.open();
    await claimCase(world.ann, { case_id });
    const attempt_ids = (await readCase(world.ann, { case_id })).attempts.map((one) => one.attempt_id);
    await Promise.allSettled([
      recordFindings(world.ann, { case_id, attempt_ids, found: "committed", ...NOTHING }),
      settle(case_id, "absent"),
    ]);
    const { attempts, verdicts } = await readCase(world.ann, { case_id });
    const found = attempts[0]?.found ?? null;
    expect([found, verdicts[0]?.verdict ?? null]).toEqual(
      found === null ? [null, "absent"] : ["committed", null],
    );
  }
});
