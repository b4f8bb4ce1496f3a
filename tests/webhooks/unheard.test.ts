import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { topicOfCase } from "@/db/queries/case-topics";
import { expireVerdicts } from "@/lib/duties/expire-verdicts";
import { listAudit } from "@/lib/services/audit/list-audit";
import { listCases } from "@/lib/services/cases/list-cases";
import { takeNextCase } from "@/lib/services/cases/take-next-case";
import { acknowledgeVerdict } from "@/lib/services/verdicts/acknowledge-verdict";
import { awaitVerdict } from "@/lib/services/verdicts/await-verdict";
import { listCaseDeliveries } from "@/lib/services/webhooks/list-case-deliveries";
import { pauseWebhook } from "@/lib/services/webhooks/pause-webhook";
import { resumeWebhook } from "@/lib/services/webhooks/resume-webhook";
import { PATIENCE_MS } from "../support/until";
import { answering, openWebhookWorld, type WebhookWorld } from "./world";

let world: WebhookWorld;
beforeAll(async () => {
  world = await openWebhookWorld();
});
afterAll(async () => {
  await world.close();
});
afterEach(() => world.clear());

const DAY = 86_400;
const run = () => expireVerdicts.run(world.ctx);

async function repeatAllowed() {
  const tool = `refund-${randomUUID()}`;
  const case_id = await world.open({ tool });
  const { verdict_id } = await world.settle(case_id, "absent");
  return { case_id, verdict_id, tool };
}

describe("a safe_to_retry that ran out before anybody heard of it", () => {
  it("brings its case back to the queue, once, audited, and says so to the page", async () => {
    const { case_id, tool } = await repeatAllowed();
    await run();
    expect(await world.caseOf(case_id)).toMatchObject({ state: "settled" });
    world.clock.move(DAY + 3600);
    const woken = world.rt.hub.wait([topicOfCase(case_id)], { timeoutMs: PATIENCE_MS });
    await run();
    expect(await woken).toBe("published");
    await run();
    expect(await world.caseOf(case_id)).toMatchObject({
      ...{ state: "open", opening: 2, reopened_because: "expired" },
      verdicts: [{ superseded_because: "expired", delivery: { sent_at: null, delivered_at: null } }],
    });
    const { items } = await listAudit(world.admin, { subject_kind: "case", subject_id: case_id, limit: 50 });
    expect(items.filter(({ action }) => action === "case.reopened")).toMatchObject([
      { actor_kind: "system", details: { because: "expired" } },
    ]);
    expect(await takeNextCase(world.bob, { tool: [tool] })).toMatchObject({ case_id });
  });

  it("also where a paused webhook waits to tell it; that message is dropped later", async () => {
    const receiver = await world.receiver(answering(204));
    const { subscription_id: id } = await world.subscribe(receiver.url);
    await pauseWebhook(world.admin, { id });
    const { case_id } = await repeatAllowed();
    await world.deliver();
    world.clock.move(DAY + 3600);
    await run();
    expect(await world.caseOf(case_id)).toMatchObject({ state: "open", reopened_because: "expired" });
    await resumeWebhook(world.admin, { id });
    await world.deliver();
    expect(receiver.seen).toHaveLength(0);
    expect(await listCaseDeliveries(world.admin, { case_id })).toMatchObject([
      { state: "dropped", dropped_because: "verdict_expired" },
    ]);
  });

  it("waits while a message that tells it is under way", async () => {
    const receiver = await world.receiver(answering(204));
    const { subscription_id: id } = await world.subscribe(receiver.url);
    await pauseWebhook(world.admin, { id });
    const { case_id } = await repeatAllowed();
    await world.deliver();
    world.clock.move(DAY + 3600);
    const { sql } = world.database;
    await sql`update deliveries set taken_until = ${world.clock.at(30)}::text::timestamptz where subscription_id = ${id}`;
    await run();
    expect(await world.caseOf(case_id)).toMatchObject({ state: "settled" });
    world.clock.move(31);
    await run();
    expect(await world.caseOf(case_id)).toMatchObject({ state: "open" });
  });

  it("stays settled and in sight where somebody was handed it, and settled where it was taken", async () => {
    const handed = await repeatAllowed();
    const taken = await repeatAllowed();
    const done = await world.settled();
    for (const { case_id } of [handed, taken])
      await awaitVerdict(world.runtime, { target: { case_id }, wait_seconds: 0 });
    await acknowledgeVerdict(world.runtime, { verdict_id: taken.verdict_id, by: "run-1" });
    world.clock.move(DAY + 3600);
    await run();
    for (const { case_id } of [handed, taken, done])
      expect(await world.caseOf(case_id)).toMatchObject({ state: "settled", opening: 1 });
    const { items } = await listCases(world.ann, { view: "undelivered", limit: 200 });
    expect(items.map(({ case_id }) => case_id)).toContain(handed.case_id);
  });
});
