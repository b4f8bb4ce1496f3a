import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { topicOfCase } from "@/db/queries/case-topics";
import { RETRY_AFTER_SECONDS } from "@/domain/webhook";
import { listCases } from "@/lib/services/cases/list-cases";
import { awaitVerdict } from "@/lib/services/verdicts/await-verdict";
import { resendCaseDelivery } from "@/lib/services/webhooks/resend-case-delivery";
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

const deliveryOf = async (case_id: string) => (await world.caseOf(case_id)).verdicts.at(-1)?.delivery;

describe("a receiver that does not take it", () => {
  it("is tried ten times over three days under one id; then the case says so", async () => {
    const receiver = await world.receiver(answering(500, {}, 'password: "hunter2222" and more'));
    const { subscription_id } = await world.subscribe(receiver.url);
    const { case_id, verdict_id } = await world.settled();
    await world.deliver();
    for (const seconds of RETRY_AFTER_SECONDS) {
      world.clock.move(seconds - 1);
      await world.deliver();
      const before = receiver.seen.length;
      world.clock.move(seconds * 0.1 + 2);
      await world.deliver();
      expect(receiver.seen.length).toBe(before + 1);
    }
    expect(receiver.seen).toHaveLength(10);
    expect(new Set(receiver.seen.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(new Set(receiver.seen.map(({ headers }) => headers["webhook-timestamp"])).size).toBe(10);
    expect(await world.deliveries(subscription_id)).toMatchObject([
      { state: "failed", tries: 10, next_at: null },
    ]);
    const tries = await world.tries(subscription_id);
    expect(tries.map(({ try_number }) => try_number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(tries[0]).toMatchObject({ status: 500, error: "refused" });
    expect(tries[0]?.response).not.toContain("hunter2222");
    const found = await world.caseOf(case_id);
    expect(found.flags).toContain("delivery_failed");
    expect(found.verdicts).toMatchObject([{ verdict_id, delivery: { delivered_at: null } }]);
    const undelivered = await listCases(world.ann, { view: "undelivered", limit: 200 });
    expect(undelivered.items.map((item) => item.case_id)).toContain(case_id);
    const audits = await world.database.sql`select action from audit where subject_id = ${case_id}`;
    expect(audits.map(({ action }) => action)).toContain("case.delivery_failed");
  });

  it("is seen on the case's page after each try, also where nothing else came of it", async () => {
    const receiver = await world.receiver(answering(500));
    await world.subscribe(receiver.url);
    const { case_id } = await world.settled();
    const woken = world.rt.hub.wait([topicOfCase(case_id)], { timeoutMs: PATIENCE_MS });
    await world.deliver();
    expect(await woken).toBe("published");
  });

  it("does not keep its own secret where a receiver says it, in whatever form", async () => {
    let echo = (_secret: string) => "";
    let secret = "";
    const receiver = await world.receiver((_seen, response) => response.writeHead(500).end(echo(secret)));
    ({ secret } = await world.subscribe(receiver.url));
    const bare = secret.replace("whsec_", "");
    const key = Buffer.from(bare, "base64");
    for (const form of [
      () => `signed with ${secret}`,
      () => `signed with ${bare}`,
      () => `signed with ${encodeURIComponent(bare)}`,
      () => `signed with ${key.toString("hex")}`,
      () => `${"-".repeat(1_010)}${bare}`,
      () => `signed with ${key.toString("base64url")}`,
    ]) {
      echo = form;
      await world.settled();
      await world.deliver();
    }
    const rows = await world.database.sql`select response from delivery_tries`;
    const told = JSON.stringify(rows);
    expect(rows.length).toBeGreaterThanOrEqual(6);
    for (const text of [bare, encodeURIComponent(bare), key.toString("hex")])
      expect(told).not.toContain(text.slice(4, 12));
  });

  it("stops being a failure once a runtime asks after all", async () => {
    const { case_id } = await failed();
    await awaitVerdict(world.runtime, { target: { case_id }, wait_seconds: 0 });
    await world.deliver();
    expect((await world.caseOf(case_id)).flags).not.toContain("delivery_failed");
  });

  it("stops being a failure once a person sends it again and it arrives", async () => {
    const { case_id, delivery_id, receiver } = await failed();
    receiver.up = true;
    const tried = await resendCaseDelivery(world.ann, { case_id, delivery_id });
    expect(tried).toMatchObject({ status: 200, error: null, by: "Ann" });
    expect(tried).not.toHaveProperty("response");
    expect((await world.caseOf(case_id)).flags).not.toContain("delivery_failed");
    expect((await deliveryOf(case_id))?.delivered_at).not.toBeNull();
  });

  it("answers 200 and then crashes: the message arrived, but nobody acknowledged it", async () => {
    const receiver = await world.receiver((_seen, response) => {
      response.end(() => response.socket?.destroy());
    });
    await world.subscribe(receiver.url);
    const { case_id } = await world.settled();
    await world.deliver();
    await receiver.close();
    world.clock.move(600);
    await world.deliver();
    expect(await deliveryOf(case_id)).toMatchObject({
      delivered_at: expect.any(String),
      acknowledged_at: null,
    });
    expect(receiver.seen).toHaveLength(1);
  });

  it("crashes within its answer: it is told again, under the same id", async () => {
    const receiver = await world.receiver((_seen, response) => {
      const crashes = receiver.seen.length === 1;
      response.writeHead(200, { "content-length": "100" });
      if (crashes) response.write("half", () => response.socket?.destroy());
      else response.end("x".repeat(100));
    });
    const { subscription_id } = await world.subscribe(receiver.url);
    await world.settled();
    await world.deliver();
    expect(await world.tries(subscription_id)).toMatchObject([{ error: "unreachable" }]);
    world.clock.move(6);
    await world.deliver();
    expect(await world.deliveries(subscription_id)).toMatchObject([{ state: "delivered" }]);
    expect(new Set(receiver.seen.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  });

  it("is no failure of the case while another receiver may still take it", async () => {
    const down = await world.receiver(answering(410));
    const slow = await world.receiver(answering(503));
    await world.subscribe(down.url);
    await world.subscribe(slow.url);
    const { case_id } = await world.settled();
    await world.deliver();
    expect((await world.caseOf(case_id)).flags).not.toContain("delivery_failed");
  });

  it("that asks for time gets it, but never less than the schedule", async () => {
    const receiver = await world.receiver(answering(429, { "retry-after": "90" }));
    const { subscription_id } = await world.subscribe(receiver.url);
    await world.settled();
    await world.deliver();
    world.clock.move(89);
    await world.deliver();
    expect(receiver.seen).toHaveLength(1);
    world.clock.move(2);
    await world.deliver();
    expect(receiver.seen).toHaveLength(2);
    expect(await world.deliveries(subscription_id)).toMatchObject([{ state: "waiting", tries: 2 }]);
  });

  /** A verdict that nobody could bring, and its receiver, which can be brought up again. */
  async function failed() {
    const state = { up: false };
    const server = await world.receiver((_seen, response) => response.writeHead(state.up ? 200 : 410).end());
    const { subscription_id } = await world.subscribe(server.url);
    const { case_id } = await world.settled();
    await world.deliver();
    expect((await world.caseOf(case_id)).flags).toContain("delivery_failed");
    const [row] = await world.deliveries(subscription_id);
    return { case_id, subscription_id, delivery_id: row?.delivery_id ?? "", receiver: state };
  }
});

describe("410", () => {
  it("turns the receiver off: what waits has failed, nothing new is made, until somebody resumes", async () => {
    const state = { status: 410 };
    const receiver = await world.receiver((_seen, response) => response.writeHead(state.status).end());
    const { subscription_id } = await world.subscribe(receiver.url);
    const cases = [
      await world.settled(),
      await world.settled(),
      await world.settled(),
      await world.settled(),
    ];
    await world.deliver();
    await world.deliver();
    expect((await world.deliveries(subscription_id)).map(({ state }) => state)).toEqual(
      Array(4).fill("failed"),
    );
    for (const { case_id } of cases) expect((await world.caseOf(case_id)).flags).toContain("delivery_failed");
    await world.settled();
    await world.deliver();
    expect(await world.deliveries(subscription_id)).toHaveLength(4);
    const audits = await world.database.sql`select action from audit where subject_id = ${subscription_id}`;
    expect(audits.map(({ action }) => action)).toEqual(["webhook.created", "webhook.disabled"]);

    state.status = 200;
    world.clock.move(1);
    expect(await resumeWebhook(world.admin, { id: subscription_id })).toMatchObject({ state: "active" });
    await world.settled();
    await world.deliver();
    expect((await world.deliveries(subscription_id)).at(-1)).toMatchObject({ state: "delivered" });
  });
});
