import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { listCases } from "@/lib/services/cases/list-cases";
import { acknowledgeVerdict } from "@/lib/services/verdicts/acknowledge-verdict";
import { awaitVerdict } from "@/lib/services/verdicts/await-verdict";
import { listCaseDeliveries } from "@/lib/services/webhooks/list-case-deliveries";
import { pauseWebhook } from "@/lib/services/webhooks/pause-webhook";
import { resendCaseDelivery } from "@/lib/services/webhooks/resend-case-delivery";
import { resumeWebhook } from "@/lib/services/webhooks/resume-webhook";
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

async function repeatAllowed() {
  const case_id = await world.open({ tool: `refund-${randomUUID()}` });
  const { verdict_id } = await world.settle(case_id, "absent");
  return { case_id, verdict_id };
}

describe("a safe_to_retry whose key protects no longer", () => {
  it("is not sent when a pause ends after it: the case is open again, and the delivery says why", async () => {
    const receiver = await world.receiver(answering(204));
    const { subscription_id: id } = await world.subscribe(receiver.url);
    await pauseWebhook(world.admin, { id });
    const { case_id } = await repeatAllowed();
    await world.deliver();
    world.clock.move(DAY + 3600);
    await resumeWebhook(world.admin, { id });
    await world.deliver();
    expect(receiver.seen).toHaveLength(0);
    const reopened = await world.caseOf(case_id);
    expect(reopened).toMatchObject({ state: "open", opening: 2, reopened_because: "expired" });
    expect(reopened.verdicts[0]?.delivery).toMatchObject({ sent_at: null, delivered_at: null });
    expect(await listCaseDeliveries(world.admin, { case_id })).toMatchObject([
      { state: "dropped", dropped_because: "verdict_expired", tries: [] },
    ]);
  });

  it("is not sent by hand either", async () => {
    const receiver = await world.receiver(answering(500));
    await world.subscribe(receiver.url);
    const { case_id } = await repeatAllowed();
    await world.deliver();
    const [delivery] = await listCaseDeliveries(world.ann, { case_id });
    world.clock.move(DAY + 3600);
    const resend = resendCaseDelivery(world.ann, { case_id, delivery_id: delivery?.delivery_id ?? "" });
    await expect(resend).rejects.toMatchObject({ code: "verdict_expired" });
    expect(receiver.seen).toHaveLength(1);
    expect(await world.caseOf(case_id)).toMatchObject({ state: "open", reopened_because: "expired" });
  });
});

describe("a safe_to_retry that was handed over and not acknowledged", () => {
  const notTaken = async () => {
    const { items, counts } = await listCases(world.ann, { view: "undelivered", limit: 200 });
    expect(counts.undelivered).toBe(items.length);
    return items.map(({ case_id }) => case_id);
  };

  it("is seen once its time has passed: nobody knows whether it was acted on", async () => {
    const left = await repeatAllowed();
    const taken = await repeatAllowed();
    for (const { case_id } of [left, taken])
      await awaitVerdict(world.runtime, { target: { case_id }, wait_seconds: 0 });
    await acknowledgeVerdict(world.runtime, { verdict_id: taken.verdict_id, by: "run-1" });
    expect(await notTaken()).toEqual([]);
    world.clock.move(DAY + 3600);
    expect(await notTaken()).toEqual([left.case_id]);
  });
});
