import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { RETRY_AFTER_SECONDS } from "@/domain/webhook";
import { deliverWebhooks } from "@/lib/duties/deliver-webhooks";
import { expandOutbox } from "@/lib/duties/expand-outbox";
import { listCases } from "@/lib/services/cases/list-cases";
import { readCase } from "@/lib/services/cases/read-case";
import { reopenCase } from "@/lib/services/cases/reopen-case";
import { awaitVerdict } from "@/lib/services/verdicts/await-verdict";
import { pauseWebhook } from "@/lib/services/webhooks/pause-webhook";
import { removeWebhook } from "@/lib/services/webhooks/remove-webhook";
import { resendCaseDelivery } from "@/lib/services/webhooks/resend-case-delivery";
import { resumeWebhook } from "@/lib/services/webhooks/resume-webhook";
import { policyOf } from "./local-server";
import { answering, openWebhookWorld, verify, type WebhookWorld } from "./world";

/** What these names lead to; the second time, for those that have two answers. */
const NAMES = { "rebind.example": [["127.0.0.1"], ["127.0.0.2"]], "gone.example": [] };

let world: WebhookWorld;
beforeAll(async () => {
  world = await openWebhookWorld(policyOf(["127.0.0.1"], NAMES));
  // The library that verifies signatures compares them with the real time; ours is the world's.
  vi.setSystemTime(world.clock.read());
});
afterAll(async () => {
  vi.useRealTimers();
  await world.close();
});
afterEach(() => world.clear());

async function settled(tool = `tool_${randomUUID().slice(0, 8)}`, extra = {}) {
  const case_id = await world.open({ tool, ...extra });
  const verdict = await world.settle(case_id, "committed");
  return { case_id, tool, verdict_id: verdict.verdict_id };
}

const caseOf = (case_id: string) => readCase(world.ann, { case_id });
const deliveryOf = async (case_id: string) => (await caseOf(case_id)).verdicts.at(-1)?.delivery;

describe("a verdict", () => {
  it("is sent once, signed, and seen to have arrived", async () => {
    const receiver = await world.receiver(answering(204));
    const { secret, subscription_id } = await world.subscribe(receiver.url);
    const { case_id, verdict_id } = await settled();
    await world.deliver();
    await world.deliver();
    expect(receiver.seen).toHaveLength(1);
    const [seen] = receiver.seen;
    if (seen === undefined) throw new Error("nothing was sent");
    expect(verify(seen, secret)).toMatchObject({ type: "case.settled", data: { case_id, verdict_id } });
    expect(seen.headers["content-type"]).toBe("application/json");
    expect(await deliveryOf(case_id)).toMatchObject({
      sent_at: world.clock.iso,
      delivered_at: expect.any(String),
      acknowledged_at: null,
    });
    expect(await world.tries(subscription_id)).toMatchObject([
      { try_number: 1, status: 204, error: null, by: null },
    ]);
  });

  it("of a case reopened before it left is not told any more", async () => {
    const receiver = await world.receiver(answering(200));
    const { subscription_id } = await world.subscribe(receiver.url);
    const { case_id } = await settled();
    await reopenCase(world.ann, { case_id, reason: "wrong one" });
    await world.deliver();
    expect(receiver.seen).toHaveLength(0);
    expect(await world.deliveries(subscription_id)).toMatchObject([{ state: "dropped" }]);
    expect((await caseOf(case_id)).verdicts.at(-1)?.delivery.sent_at).toBeNull();
  });

  it("keeps long numbers and arrives byte for byte the same on every try", async () => {
    const bodies: string[] = [];
    const receiver = await world.receiver((seen, response) => {
      bodies.push(seen.body);
      response.writeHead(bodies.length === 1 ? 500 : 200).end();
    });
    await world.subscribe(receiver.url, { types: ["case.overdue"] });
    await world.database.sql`insert into outbox (message_id, type, data, created_at) values
      (${randomUUID()}, 'case.overdue', '{"n": 9007199254740993, "d": 1.10}', ${world.clock.iso})`;
    await world.deliver();
    world.clock.move(6);
    await world.deliver();
    expect(bodies).toHaveLength(2);
    expect(new Set(bodies).size).toBe(1);
    expect(bodies[0]).toContain('"n": 9007199254740993, "d": 1.10');
  });
});

describe("who is told", () => {
  it("are those whose filters fit, of what happened since they asked", async () => {
    const receiver = await world.receiver(answering(200));
    const tool = `tool_${randomUUID().slice(0, 8)}`;
    await settled(tool);
    world.clock.move(1);
    const parts = [
      { types: ["case.opened"] },
      { tools: [tool], tenants: ["acme"], services: ["billing"], environments: ["production"] },
      { tools: ["another"] },
      { tenants: ["globex"] },
      { types: ["alert.fired"] },
    ];
    for (const [n, part] of parts.entries()) await world.subscribe(`${receiver.url}/${n}`, part);
    await settled(tool);
    await settled(tool, { tenant: null });
    await world.deliver();
    const told = receiver.seen.map(({ path }) => path).sort();
    expect(told).toEqual(["/0", "/0", "/1"]);
  });
});

describe("a receiver that does not take it", () => {
  it("is tried ten times over three days under one id; then the case says so", async () => {
    const receiver = await world.receiver(answering(500, {}, 'password: "hunter2222" and more'));
    const { subscription_id } = await world.subscribe(receiver.url);
    const { case_id, verdict_id } = await settled();
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
    const found = await caseOf(case_id);
    expect(found.flags).toContain("delivery_failed");
    expect(found.verdicts).toMatchObject([{ verdict_id, delivery: { delivered_at: null } }]);
    const undelivered = await listCases(world.ann, { view: "undelivered", limit: 200 });
    expect(undelivered.items.map((item) => item.case_id)).toContain(case_id);
    const audits = await world.database.sql`select action from audit where subject_id = ${case_id}`;
    expect(audits.map(({ action }) => action)).toContain("case.delivery_failed");
  });

  it("stops being a failure once a runtime asks after all", async () => {
    const { case_id } = await failed();
    await awaitVerdict(world.runtime, { target: { case_id }, wait_seconds: 0 });
    await world.deliver();
    expect((await caseOf(case_id)).flags).not.toContain("delivery_failed");
  });

  it("stops being a failure once a person sends it again and it arrives", async () => {
    const { case_id, delivery_id, receiver } = await failed();
    receiver.up = true;
    const tried = await resendCaseDelivery(world.ann, { case_id, delivery_id });
    expect(tried).toMatchObject({ status: 200, error: null, by: "Ann" });
    expect(tried).not.toHaveProperty("response");
    expect((await caseOf(case_id)).flags).not.toContain("delivery_failed");
    expect((await deliveryOf(case_id))?.delivered_at).not.toBeNull();
  });

  it("is no failure of the case while another receiver may still take it", async () => {
    const down = await world.receiver(answering(410));
    const slow = await world.receiver(answering(503));
    await world.subscribe(down.url);
    await world.subscribe(slow.url);
    const { case_id } = await settled();
    await world.deliver();
    expect((await caseOf(case_id)).flags).not.toContain("delivery_failed");
  });

  it("that asks for time gets it, but never less than the schedule", async () => {
    const receiver = await world.receiver(answering(429, { "retry-after": "90" }));
    const { subscription_id } = await world.subscribe(receiver.url);
    await settled();
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
    const { case_id } = await settled();
    await world.deliver();
    expect((await caseOf(case_id)).flags).toContain("delivery_failed");
    const [row] = await world.deliveries(subscription_id);
    return { case_id, subscription_id, delivery_id: row?.delivery_id ?? "", receiver: state };
  }
});

describe("where a message is not sent, whatever the receiver says", () => {
  it.each(["http://169.254.169.254/latest/meta-data/", "http://[::1]:9/", "http://10.0.0.1/"])(
    "a redirect to %s",
    async (location) => {
      const receiver = await world.receiver(answering(307, { location }));
      const { subscription_id } = await world.subscribe(receiver.url);
      await settled();
      await world.deliver();
      expect(await world.tries(subscription_id)).toMatchObject([{ status: null, error: "address_refused" }]);
    },
  );

  it("a name that leads to another loopback address the second time", async () => {
    const receiver = await world.receiver(answering(200));
    const { subscription_id } = await world.subscribe(`http://rebind.example:${receiver.port}/`);
    await settled();
    await world.deliver();
    expect(receiver.seen).toHaveLength(0);
    expect(await world.tries(subscription_id)).toMatchObject([{ error: "address_refused" }]);
  });

  it("a redirect that would turn it into a GET", async () => {
    const receiver = await world.receiver(answering(302, { location: "/elsewhere" }));
    const { subscription_id } = await world.subscribe(receiver.url);
    await settled();
    await world.deliver();
    expect(receiver.seen).toHaveLength(1);
    expect(await world.tries(subscription_id)).toMatchObject([{ status: 302, error: "redirected" }]);
  });

  it("nowhere: nobody listens, or the name is unknown", async () => {
    const receiver = await world.receiver(answering(200));
    const down = await world.subscribe(receiver.url);
    await receiver.close();
    const unknown = await world.subscribe("https://gone.example/");
    await settled();
    await world.deliver();
    for (const { subscription_id } of [down, unknown]) {
      expect(await world.tries(subscription_id)).toMatchObject([{ status: null, error: "unreachable" }]);
    }
  });
});

describe("410", () => {
  it("turns the receiver off: what waits has failed, nothing new is made, until somebody resumes", async () => {
    const state = { status: 410 };
    const receiver = await world.receiver((_seen, response) => response.writeHead(state.status).end());
    const { subscription_id } = await world.subscribe(receiver.url);
    const cases = [await settled(), await settled(), await settled(), await settled()];
    await world.deliver();
    await world.deliver();
    expect((await world.deliveries(subscription_id)).map(({ state }) => state)).toEqual(
      Array(4).fill("failed"),
    );
    for (const { case_id } of cases) expect((await caseOf(case_id)).flags).toContain("delivery_failed");
    await settled();
    await world.deliver();
    expect(await world.deliveries(subscription_id)).toHaveLength(4);
    const audits = await world.database.sql`select action from audit where subject_id = ${subscription_id}`;
    expect(audits.map(({ action }) => action)).toEqual(["webhook.created", "webhook.disabled"]);

    state.status = 200;
    world.clock.move(1);
    expect(await resumeWebhook(world.admin, { id: subscription_id })).toMatchObject({ state: "active" });
    await settled();
    await world.deliver();
    expect((await world.deliveries(subscription_id)).at(-1)).toMatchObject({ state: "delivered" });
  });
});

describe("a pause", () => {
  it("keeps messages waiting, and its end sends them", async () => {
    const receiver = await world.receiver(answering(200));
    const { subscription_id: id } = await world.subscribe(receiver.url);
    await pauseWebhook(world.admin, { id });
    await settled();
    await settled();
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
    const { case_id } = await settled();
    await expandOutbox.run(world.ctx);
    await removeWebhook(world.admin, { id });
    await world.deliver();
    expect(receiver.seen).toHaveLength(0);
    expect(await world.deliveries(id)).toMatchObject([{ state: "dropped" }]);
    expect((await caseOf(case_id)).flags).toContain("delivery_failed");
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
    for (let n = 0; n < 12; n++) await settled();
    const stop = new AbortController();
    const run = world.deliver(stop.signal);
    await vi.waitFor(() => expect(quick.seen).toHaveLength(12), { timeout: 10_000 });
    expect(hanging.seen).toHaveLength(2);
    expect(await world.tries(slow.subscription_id)).toHaveLength(0);
    // What hangs is cut off when its time is up, long before the ten others are through.
    await vi.waitFor(async () => expect(await world.tries(slow.subscription_id)).toHaveLength(2), {
      timeout: 25_000,
    });
    expect((await world.tries(slow.subscription_id)).map(({ error }) => error)).toEqual([
      "timed_out",
      "timed_out",
    ]);
    stop.abort();
    await run;
  });

  it("is sent once by two processes that look at the same time", async () => {
    const receiver = await world.receiver((_seen, response) => setTimeout(() => response.end(), 5));
    const { subscription_id } = await world.subscribe(receiver.url);
    for (let n = 0; n < 20; n++) await settled();
    await Promise.all([expandOutbox.run(world.ctx), expandOutbox.run(world.ctx)]);
    await Promise.all([1, 2, 3].map(() => deliverWebhooks.run(world.ctx)));
    const ids = receiver.seen.map(({ headers }) => headers["webhook-id"]);
    expect(ids).toHaveLength(20);
    expect(new Set(ids).size).toBe(20);
    expect((await world.deliveries(subscription_id)).every(({ state }) => state === "delivered")).toBe(true);
  });
});
