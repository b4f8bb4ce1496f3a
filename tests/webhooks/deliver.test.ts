import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { reopenCase } from "@/lib/services/cases/reopen-case";
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

const deliveryOf = async (case_id: string) => (await world.caseOf(case_id)).verdicts.at(-1)?.delivery;

describe("a verdict", () => {
  it("is sent once, signed, and seen to have arrived", async () => {
    const receiver = await world.receiver(answering(204));
    const { secret, subscription_id } = await world.subscribe(receiver.url);
    const { case_id, verdict_id } = await world.settled();
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
    const { case_id } = await world.settled();
    await reopenCase(world.ann, { case_id, reason: "wrong one" });
    await world.deliver();
    expect(receiver.seen).toHaveLength(0);
    expect(await world.deliveries(subscription_id)).toMatchObject([{ state: "dropped" }]);
    expect((await world.caseOf(case_id)).verdicts.at(-1)?.delivery.sent_at).toBeNull();
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
    await world.settled(tool);
    world.clock.move(1);
    const parts = [
      { types: ["case.opened"] },
      { tools: [tool], tenants: ["acme"], services: ["billing"], environments: ["production"] },
      { tools: ["another"] },
      { tenants: ["globex"] },
      { types: ["alert.fired"] },
    ];
    for (const [n, part] of parts.entries()) await world.subscribe(`${receiver.url}/${n}`, part);
    await world.settled(tool);
    await world.settled(tool, { tenant: null });
    await world.deliver();
    const told = receiver.seen.map(({ path }) => path).sort();
    expect(told).toEqual(["/0", "/0", "/1"]);
  });
});

describe("where a message is not sent, whatever the receiver says", () => {
  it.each(["http://169.254.169.254/latest/meta-data/", "http://[::1]:9/", "http://10.0.0.1/"])(
    "a redirect to %s",
    async (location) => {
      const receiver = await world.receiver(answering(307, { location }));
      const { subscription_id } = await world.subscribe(receiver.url);
      await world.settled();
      await world.deliver();
      expect(await world.tries(subscription_id)).toMatchObject([{ status: null, error: "address_refused" }]);
    },
  );

  it("a name that leads to another loopback address the second time", async () => {
    const receiver = await world.receiver(answering(200));
    const { subscription_id } = await world.subscribe(`http://rebind.example:${receiver.port}/`);
    await world.settled();
    await world.deliver();
    expect(receiver.seen).toHaveLength(0);
    expect(await world.tries(subscription_id)).toMatchObject([{ error: "address_refused" }]);
  });

  it("a redirect that would turn it into a GET", async () => {
    const receiver = await world.receiver(answering(302, { location: "/elsewhere" }));
    const { subscription_id } = await world.subscribe(receiver.url);
    await world.settled();
    await world.deliver();
    expect(receiver.seen).toHaveLength(1);
    expect(await world.tries(subscription_id)).toMatchObject([{ status: 302, error: "redirected" }]);
  });

  it("nowhere: nobody listens, or the name is unknown", async () => {
    const receiver = await world.receiver(answering(200));
    const down = await world.subscribe(receiver.url);
    await receiver.close();
    const unknown = await world.subscribe("https://gone.example/");
    await world.settled();
    await world.deliver();
    for (const { subscription_id } of [down, unknown]) {
      expect(await world.tries(subscription_id)).toMatchObject([{ status: null, error: "unreachable" }]);
    }
  });
});
