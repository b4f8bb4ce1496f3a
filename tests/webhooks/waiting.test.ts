import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { deliverWebhooks } from "@/lib/duties/deliver-webhooks";
import { endDeliveries } from "@/lib/duties/end-deliveries";
import { expandOutbox } from "@/lib/duties/expand-outbox";
import { runDuties } from "@/lib/duties/run-duties";
import { pauseWebhook } from "@/lib/services/webhooks/pause-webhook";
import { removeWebhook } from "@/lib/services/webhooks/remove-webhook";
import { resumeWebhook } from "@/lib/services/webhooks/resume-webhook";
import { until } from "../support/until";
import { answering, openWebhookWorld, type WebhookWorld } from "./world";

let world: WebhookWorld;
beforeAll(async () => {
  world = await openWebhookWorld();
});
afterAll(async () => {
  await world.close();
});
afterEach(() => world.clear());

describe("a pause", () => {
  it("keeps messages waiting, and its end sends them", async () => {
    const receiver = await world.receiver(answering(200));
    const { subscription_id: id } = await world.subscribe(receiver.url);
    await pauseWebhook(world.admin, { id });
    await world.settled();
    await world.settled();
    await world.deliver();
    expect(receiver.seen).toHaveLength(0);
    expect((await world.deliveries(id)).map(({ state }) => state)).toEqual(["waiting", "waiting"]);
    await resumeWebhook(world.admin, { id });
    await world.deliver();
    expect(receiver.seen).toHaveLength(2);
  });

  it("that never ends because the webhook is removed drops them, and the case says that nobody was told", async () => {
    const receiver = await world.receiver(answering(200));
    const { subscription_id: id } = await world.subscribe(receiver.url);
    await pauseWebhook(world.admin, { id });
    const { case_id } = await world.settled();
    await expandOutbox.run(world.ctx);
    await removeWebhook(world.admin, { id });
    await world.deliver();
    expect(receiver.seen).toHaveLength(0);
    expect(await world.deliveries(id)).toMatchObject([{ state: "dropped" }]);
    expect((await world.caseOf(case_id)).flags).toContain("delivery_failed");
    const [row] = await world.database.sql`select secret from subscriptions where subscription_id = ${id}`;
    expect(row?.secret).toBe("");
  });
});

describe("one beside another", () => {
  it("never waits for a receiver that hangs, however much waits for that one", async () => {
    const hanging = await world.receiver(() => {});
    const quick = await world.receiver(answering(200));
    const slow = await world.subscribe(hanging.url, { name: "Slow" });
    await world.subscribe(quick.url, { name: "Quick" });
    for (let n = 0; n < 12; n++) await world.settled();
    const stop = new AbortController();
    const run = world.deliver(stop.signal);
    await until(() => expect(quick.seen).toHaveLength(12));
    expect(hanging.seen.length).toBeLessThan(12);
    // What hangs is cut off when its time is up, long before the ten others are through.
    await until(async () => expect(await world.tries(slow.subscription_id)).not.toHaveLength(0));
    const cut = await world.tries(slow.subscription_id);
    expect(new Set(cut.map(({ error }) => error))).toEqual(new Set(["timed_out"]));
    expect(hanging.seen.length).toBeLessThan(12);
    stop.abort();
    await run;
  });

  it("that gave up is seen on its cases while another one hangs", async () => {
    const hanging = await world.receiver(() => {});
    const gone = await world.receiver(answering(410));
    const slow = await world.subscribe(hanging.url, { tools: ["slow"] });
    const { subscription_id: id } = await world.subscribe(gone.url, { tools: ["gone"] });
    await pauseWebhook(world.admin, { id });
    const told: string[] = [];
    for (let n = 0; n < 12; n++) await world.settled("slow");
    for (let n = 0; n < 4; n++) told.push((await world.settled("gone")).case_id);
    await expandOutbox.run(world.ctx);
    const duties = runDuties(world.ctx, [deliverWebhooks, endDeliveries]);
    await until(() => expect(hanging.seen).toHaveLength(2));
    await resumeWebhook(world.admin, { id });
    await until(async () => {
      for (const case_id of told) expect((await world.caseOf(case_id)).flags).toContain("delivery_failed");
    });
    expect((await world.tries(slow.subscription_id)).length).toBeLessThan(12);
    expect((await world.deliveries(id)).map(({ state }) => state)).toEqual(told.map(() => "failed"));
    await duties.stop();
  });

  it("is sent once by two processes that look at the same time", async () => {
    const receiver = await world.receiver((_seen, response) => setTimeout(() => response.end(), 5));
    const { subscription_id } = await world.subscribe(receiver.url);
    for (let n = 0; n < 20; n++) await world.settled();
    await Promise.all([expandOutbox.run(world.ctx), expandOutbox.run(world.ctx)]);
    await Promise.all([1, 2, 3].map(() => deliverWebhooks.run(world.ctx)));
    const ids = receiver.seen.map(({ headers }) => headers["webhook-id"]);
    expect(ids).toHaveLength(20);
    expect(new Set(ids).size).toBe(20);
    expect((await world.deliveries(subscription_id)).every(({ state }) => state === "delivered")).toBe(true);
  });
});
