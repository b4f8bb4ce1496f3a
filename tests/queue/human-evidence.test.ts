import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listAudit } from "@/lib/services/audit/list-audit";
import { claimCase } from "@/lib/services/cases/claim-case";
import { readCase } from "@/lib/services/cases/read-case";
import { type AttachEvidenceInput, attachEvidence } from "@/lib/services/evidence/attach-evidence";
import { putTool } from "@/lib/services/tools/put-tool";
import { approveVerdict } from "@/lib/services/verdicts/approve-verdict";
import { openQueueWorld, type QueueWorld } from "./world";

let world: QueueWorld;
beforeAll(async () => {
  world = await openQueueWorld();
});
afterAll(() => world.close());

const read = (case_id: string) => readCase(world.ann, { case_id });
const attach = (case_id: string, parts: Partial<AttachEvidenceInput> = {}, by = world.bob) =>
  attachEvidence(by, {
    ...{ case_id, kind: "statement", effect: null, external_id: null, url: null, note: "in the bank's list" },
    observed_at: world.clock.iso,
    ...parts,
  });

describe("evidence apart from a verdict", () => {
  test("is attached by whoever may work the case, while another holds it, who keeps it", async () => {
    const case_id = await world.open();
    await claimCase(world.ann, { case_id });
    await attach(case_id, { effect: "committed", external_id: "re_9" });
    expect(await read(case_id)).toMatchObject({
      ...{ state: "open", claimed_by: "Ann", verdicts: [] },
      evidence: [
        { by: "Bob", by_kind: "person", source: "person", effect: "committed", external_id: "re_9" },
      ],
    });
  });

  test("says who spoke: a person, a machine, or Errata itself", async () => {
    const idempotency_key = randomUUID();
    const case_id = await world.open({ idempotency_key });
    await world.report("committed", { idempotency_key });
    await attach(case_id);
    const kinds = (await read(case_id)).evidence.map(({ by_kind }) => by_kind);
    expect(kinds.sort()).toEqual(["key", "person"]);
  });

  test("the same again counts once, also at the same instant; seen later it is another piece", async () => {
    const case_id = await world.open();
    await Promise.all([attach(case_id), attach(case_id), attach(case_id)]);
    expect((await read(case_id)).evidence).toHaveLength(1);
    const { version } = await read(case_id);
    expect((await attach(case_id)).version).toBe(version);
    await attach(case_id, { observed_at: world.clock.at(-5) });
    await attach(case_id, {}, world.ann);
    expect((await read(case_id)).evidence).toHaveLength(3);
  });

  test.each([
    ["nothing to look at", { note: null }, "evidence_required"],
    ["nothing but spaces", { note: "  " }, "evidence_required"],
    ["nothing that is seen", { note: "\u200b\u2060\u3164" }, "evidence_required"],
    ["a look into the future", { observed_at: "2026-11-16T00:00:00.000000Z" }, "observed_in_future"],
  ])("%s is refused", async (_name, parts, code) => {
    const case_id = await world.open();
    await expect(attach(case_id, parts)).rejects.toMatchObject({ code });
    expect((await read(case_id)).evidence).toEqual([]);
  });

  test("outside one's confinement there is no such case", async () => {
    const case_id = await world.open({ tenant: "acme" });
    const other = world.person("Otto", ["reconciler"], {
      tenants: ["other"],
      environments: null,
      services: null,
    });
    await expect(attach(case_id, {}, other)).rejects.toMatchObject({ code: "case_not_found" });
  });

  test("against a verdict it reopens, loudly; a pointer without an effect does not", async () => {
    const case_id = await world.open({ occurred_at: world.clock.at(-3_600) });
    await world.settle(case_id, "absent");
    await attach(case_id);
    expect((await read(case_id)).state).toBe("settled");
    await attach(case_id, { effect: "committed" });
    expect(await read(case_id)).toMatchObject({
      ...{ state: "open", opening: 2, reopened_because: "contradicted", flags: ["contradicted"] },
    });
  });

  test("an absence seen before it could be final contradicts nothing", async () => {
    const case_id = await world.open({ occurred_at: world.clock.at(-60) });
    await world.settle(case_id, "committed");
    await attach(case_id, { effect: "absent" });
    expect((await read(case_id)).state).toBe("settled");
  });

  test("it voids a proposal, whatever it says", async () => {
    await putTool(world.person("Eve", ["engineer"]), { tool: "two_pairs", needs_second_person: true });
    const case_id = await world.open({ tool: "two_pairs" });
    const { verdict_id } = await world.settle(case_id, "committed");
    await attach(case_id, {}, world.ann);
    expect((await read(case_id)).state).toBe("open");
    const agreed = approveVerdict(world.bob, { case_id, verdict_id, agree: true, note: null });
    await expect(agreed).rejects.toMatchObject({ code: "proposal_not_current" });
  });

  test("a person's word never settles by itself, and stands in a machine's way", async () => {
    await putTool(world.person("Eve", ["engineer"]), {
      tool: "auto",
      settles_automatically: "committed_or_absent",
    });
    const idempotency_key = randomUUID();
    const case_id = await world.open({ tool: "auto", idempotency_key, occurred_at: world.clock.at(-3_600) });
    await attach(case_id, { effect: "absent" });
    expect((await read(case_id)).state).toBe("open");
    await world.report("committed", { tool: "auto", idempotency_key });
    expect((await read(case_id)).state).toBe("open");
  });

  test("it is in the audit", async () => {
    const case_id = await world.open();
    await attach(case_id, { effect: "committed" });
    const admin = world.person("Ada", ["admin"]);
    const { items } = await listAudit(admin, { subject_id: case_id, limit: 10 });
    expect(items.map(({ action, actor_name }) => `${actor_name} ${action}`)).toContain(
      "Bob case.evidence_attached",
    );
  });
});
