import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AttemptInput } from "@/domain/attempt";
import { isDomainError } from "@/domain/errors";
import { claimCase } from "@/lib/services/cases/claim-case";
import { exportCase } from "@/lib/services/cases/export-case";
import { readCase } from "@/lib/services/cases/read-case";
import { reopenCase } from "@/lib/services/cases/reopen-case";
import type { ServiceContext } from "@/lib/services/context";
import { attachEvidence } from "@/lib/services/evidence/attach-evidence";
import { putTool } from "@/lib/services/tools/put-tool";
import { approveVerdict } from "@/lib/services/verdicts/approve-verdict";
import { awaitVerdict } from "@/lib/services/verdicts/await-verdict";
import { issueVerdict } from "@/lib/services/verdicts/issue-verdict";
import { keyContext } from "../support/runtime";
import { openQueueWorld, type QueueWorld, seen, unknown } from "./world";

/*
 * `absent` makes a runtime do it again. Over evidence that says it happened, that is a person's word, given about each
 * piece by name, or it is nobody's.
 */

let world: QueueWorld;
beforeAll(async () => {
  world = await openQueueWorld();
  const eve = world.person("Eve", ["engineer"]);
  await putTool(eve, { tool: "second", needs_second_person: true });
});
afterAll(() => world.close());

const read = (case_id: string) => readCase(world.ann, { case_id });
const told = (case_id: string) => awaitVerdict(world.runtime, { target: { case_id }, wait_seconds: 0 });

async function opened(attempt: Partial<AttemptInput> = {}) {
  const { tool = "refund", idempotency_key = randomUUID() } = attempt;
  const case_id = await world.open({
    occurred_at: world.clock.at(-1_200),
    ...attempt,
    tool,
    idempotency_key,
  });
  const commit = async (about: Parameters<QueueWorld["report"]>[1] = {}) =>
    (await world.report("committed", { tool: tool ?? "", idempotency_key: idempotency_key ?? "", ...about }))
      .evidence_id;
  return { case_id, idempotency_key, commit };
}

const absent = (case_id: string, overrules: string[] = [], by: ServiceContext = world.ann) =>
  issueVerdict(by, { case_id, verdict: "absent", evidence: [seen(world.clock.iso)], overrules });

async function refusal(promise: Promise<unknown>) {
  try {
    await promise;
  } catch (error) {
    if (isDomainError(error)) return error;
    throw error;
  }
  throw new Error("it was not refused");
}

describe("absent over evidence that says committed", () => {
  test("that came while the form was open is refused, naming it; named, it is given and kept", async () => {
    const { case_id, commit } = await opened();
    await claimCase(world.ann, { case_id });
    const looked = world.clock.iso;
    world.clock.move(30);
    const evidence_id = await commit({ external_id: "re_real" });
    const given = { case_id, verdict: "absent", evidence: [seen(looked, "looked-before")] } as const;
    const refused = await refusal(issueVerdict(world.ann, { ...given, evidence: [...given.evidence] }));
    const piece = { evidence_id, source: "stripe", external_id: "re_real", observed_at: world.clock.iso };
    expect(refused).toMatchObject({
      code: "evidence_says_committed",
      details: { evidence: [piece], evidence_count: 1 },
    });
    expect(await told(case_id)).toMatchObject({ state: "pending" });

    const issued = await absent(case_id, [evidence_id]);
    expect(issued).toMatchObject({ state: "settled", directive: "safe_to_retry", overrules: [evidence_id] });
    expect((await absent(case_id, [evidence_id])).verdict_id).toBe(issued.verdict_id);
    expect((await refusal(absent(case_id))).code).toBe("already_settled");
    expect((await read(case_id)).verdicts).toMatchObject([{ overrules: [evidence_id] }]);
    let exported = "";
    const ada = world.person("Ada", ["admin"]);
    for await (const part of await exportCase(ada, { case_id, format: "json" })) exported += part;
    expect(exported).toContain(`"overrules":["${evidence_id}"]`);
  });

  test("each piece has to be named, whoever saw it, an attempt included; no other id may be", async () => {
    const { case_id, commit, idempotency_key } = await opened();
    await world.join(
      unknown(world.clock, { idempotency_key, effect: "committed", occurred_at: world.clock.at(-1_000) }),
    );
    const looked = {
      kind: "ledger",
      external_id: null,
      url: null,
      note: "line 7",
      observed_at: world.clock.iso,
    };
    await attachEvidence(world.bob, { case_id, effect: "committed", ...looked });
    const reported = await commit();
    const commits = (await read(case_id)).evidence.map(({ evidence_id }) => evidence_id);
    expect(commits).toHaveLength(3);
    await claimCase(world.ann, { case_id });
    expect((await refusal(absent(case_id, [reported]))).details?.evidence_count).toBe(2);
    expect((await refusal(absent(case_id, [...commits, randomUUID()]))).code).toBe("evidence_not_overruled");
    const committed = { case_id, verdict: "committed", evidence: [seen(world.clock.iso)] } as const;
    const nothing = issueVerdict(world.ann, {
      ...committed,
      evidence: [...committed.evidence],
      overrules: commits,
    });
    expect((await refusal(nothing)).code).toBe("evidence_not_overruled");
    expect(await absent(case_id, commits)).toMatchObject({ directive: "safe_to_retry" });
  });

  test("from an earlier opening counts, and has to be looked at again in each", async () => {
    const { case_id, commit } = await opened();
    const evidence_id = await commit();
    await claimCase(world.ann, { case_id });
    await absent(case_id, [evidence_id]);
    await reopenCase(world.ann, { case_id, reason: "the bank says no" });
    await claimCase(world.ann, { case_id });
    expect((await refusal(absent(case_id))).code).toBe("evidence_says_committed");
    expect(await absent(case_id, [evidence_id])).toMatchObject({ state: "settled" });
  });

  test("that may belong to it or to others has to be named too", async () => {
    const { case_id, commit, idempotency_key } = await opened({ tenant: "acme" });
    await opened({ tenant: "globex", idempotency_key });
    const evidence_id = await commit();
    expect(await read(case_id)).toMatchObject({ evidence: [], possible_evidence: [{ evidence_id }] });
    await claimCase(world.ann, { case_id });
    expect((await refusal(absent(case_id))).code).toBe("evidence_says_committed");
    expect(await absent(case_id, [evidence_id])).toMatchObject({ state: "settled" });
  });

  test("is overruled by a person only: a key is refused whatever it names", async () => {
    const { case_id, commit } = await opened();
    const evidence_id = await commit();
    const key = await keyContext(world.rt, { source: "worker", now: world.clock.read });
    await claimCase(key, { case_id });
    expect((await refusal(absent(case_id, [evidence_id], key))).code).toBe("evidence_says_committed");
  });

  test("whichever comes first, evidence or verdict: refused, or reopened by it", async () => {
    for (let round = 0; round < 12; round += 1) {
      const { case_id, commit } = await opened();
      await claimCase(world.ann, { case_id });
      const [given] = await Promise.allSettled([absent(case_id), commit()]);
      const { state, opening, verdicts } = await read(case_id);
      if (given.status === "rejected") {
        expect(given.reason).toMatchObject({ code: "evidence_says_committed" });
        expect([state, opening, verdicts]).toEqual(["open", 1, []]);
      } else expect([state, opening]).toEqual(["open", 2]);
    }
  });
});

describe("a proposal", () => {
  test("overrules what it names; the second person sees it, and what was attached since voids it", async () => {
    const { case_id, commit } = await opened({ tool: "second" });
    const evidence_id = await commit();
    await claimCase(world.ann, { case_id });
    expect((await refusal(absent(case_id))).code).toBe("evidence_says_committed");
    const { verdict_id } = await absent(case_id, [evidence_id]);
    expect((await read(case_id)).verdicts).toMatchObject([{ state: "proposed", overrules: [evidence_id] }]);
    const agree = { case_id, verdict_id, agree: true, note: null };
    expect((await approveVerdict(world.bob, agree)).verdicts).toMatchObject([
      { state: "settled", overrules: [evidence_id] },
    ]);

    const other = await opened({ tool: "second" });
    await claimCase(world.ann, { case_id: other.case_id });
    const proposal = await absent(other.case_id);
    await other.commit();
    const late = { case_id: other.case_id, verdict_id: proposal.verdict_id, agree: true, note: null };
    expect((await refusal(approveVerdict(world.bob, late))).code).toBe("proposal_not_current");
  });

  test("is not agreed to over what may belong to it and came since", async () => {
    const { case_id, commit, idempotency_key } = await opened({ tool: "second", tenant: "acme" });
    await opened({ tool: "second", tenant: "globex", idempotency_key });
    await claimCase(world.ann, { case_id });
    const { verdict_id } = await absent(case_id);
    await commit();
    const agree = { case_id, verdict_id, agree: true, note: null };
    expect((await refusal(approveVerdict(world.bob, agree))).code).toBe("evidence_says_committed");
    await approveVerdict(world.bob, { ...agree, agree: false });
    expect((await read(case_id)).state).toBe("open");
  });
});
