import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { addSeconds } from "@/domain/instant";
import { FAILING_AFTER_SECONDS } from "@/domain/webhook";
import { changeWebhook } from "@/lib/services/webhooks/change-webhook";
import { listDeliveries } from "@/lib/services/webhooks/list-deliveries";
import { listWebhooks } from "@/lib/services/webhooks/list-webhooks";
import { pauseWebhook } from "@/lib/services/webhooks/pause-webhook";
import { readWebhook } from "@/lib/services/webhooks/read-webhook";
import { removeWebhook } from "@/lib/services/webhooks/remove-webhook";
import { resendFailedDeliveries } from "@/lib/services/webhooks/resend-failed-deliveries";
import { resumeWebhook } from "@/lib/services/webhooks/resume-webhook";
import { rotateWebhookSecret } from "@/lib/services/webhooks/rotate-webhook-secret";
import { testWebhook } from "@/lib/services/webhooks/test-webhook";
import { answering, openWebhookWorld, verify, type WebhookWorld } from "./world";

let world: WebhookWorld;
beforeAll(async () => {
  world = await openWebhookWorld();
});
afterAll(async () => {
  vi.useRealTimers();
  await world.close();
});
afterEach(() => world.clear());

const actions = async (subject_id: string) =>
  (await world.database.sql`select action from audit where subject_id = ${subject_id} order by audit_id`).map(
    ({ action }) => action,
  );

describe("a webhook", () => {
  it("shows its secret when it is made and never again, and keeps it sealed", async () => {
    const made = await world.subscribe("http://127.0.0.1:9/hook?token=abc");
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const read = await readWebhook(world.admin, { id: made.subscription_id });
    expect(read).not.toHaveProperty("secret");
    expect(JSON.stringify(await listWebhooks(world.admin))).not.toContain(made.secret);
    const [row] = await world.database
      .sql`select secret from subscriptions where subscription_id = ${made.subscription_id}`;
    expect(row?.secret).toMatch(/^v1\./);
    const [entry] = await world.database
      .sql`select details::text as details from audit where subject_id = ${made.subscription_id}`;
    expect(entry?.details).not.toContain("token=abc");
    expect(entry?.details).not.toContain("whsec_");
  });

  it.each([
    ["http://10.0.0.1/hook", "address_refused"],
    ["https://169.254.169.254/", "address_refused"],
    ["https://[::ffff:127.0.0.1]/", "address_refused"],
    ["https://user:pass@hooks.example/", "url_refused"],
  ])("is not made for %s", async (url, code) => {
    await expect(world.subscribe(url)).rejects.toMatchObject({ code, field: "url" });
    const { subscription_id: id } = await world.subscribe("http://127.0.0.1:9/");
    await expect(changeWebhook(world.admin, { id, url })).rejects.toMatchObject({ code });
  });

  it("is made for a name that does not resolve yet", async () => {
    expect(await world.subscribe("https://not-yet.example/")).toMatchObject({
      state: "active",
      failing: false,
    });
  });

  it("is changed in part; of two at once the second is told", async () => {
    const { subscription_id: id, version } = await world.subscribe("http://127.0.0.1:9/");
    const changes = [{ name: "One" }, { name: "Two" }].map((part) =>
      changeWebhook(world.admin, { id, version, ...part }),
    );
    const outcomes = await Promise.allSettled(changes);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { code: "webhook_changed" },
    });
    expect(await readWebhook(world.admin, { id })).toMatchObject({
      types: ["case.settled"],
      version: version + 1,
    });
    expect(await actions(id)).toEqual(["webhook.created", "webhook.changed"]);
  });

  it("is paused and resumed once, however often it is asked", async () => {
    const { subscription_id: id } = await world.subscribe("http://127.0.0.1:9/");
    await Promise.all([1, 2, 3].map(() => pauseWebhook(world.admin, { id })));
    expect(await readWebhook(world.admin, { id })).toMatchObject({ state: "paused", paused_by: "Ada" });
    await Promise.all([1, 2, 3].map(() => resumeWebhook(world.admin, { id })));
    expect(await readWebhook(world.admin, { id })).toMatchObject({ state: "active", paused_by: null });
    expect(await actions(id)).toEqual(["webhook.created", "webhook.paused", "webhook.resumed"]);
  });

  it("is gone once removed", async () => {
    const { subscription_id: id } = await world.subscribe("http://127.0.0.1:9/");
    await removeWebhook(world.admin, { id });
    for (const verb of [readWebhook, removeWebhook, pauseWebhook, testWebhook]) {
      await expect(verb(world.admin, { id })).rejects.toMatchObject({ code: "webhook_not_found" });
    }
    await expect(rotateWebhookSecret(world.admin, { id, keep_hours: 1 })).rejects.toMatchObject({
      code: "webhook_not_found",
    });
    expect((await listWebhooks(world.admin)).map(({ subscription_id }) => subscription_id)).not.toContain(id);
    expect(await actions(id)).toEqual(["webhook.created", "webhook.removed"]);
  });

  it("is nothing for who is confined", async () => {
    const confined = world.person("Eve", ["admin"], {
      tenants: ["acme"],
      environments: null,
      services: null,
    });
    const { subscription_id: id } = await world.subscribe("http://127.0.0.1:9/");
    const asked = [
      listWebhooks(confined),
      readWebhook(confined, { id }),
      pauseWebhook(confined, { id }),
      removeWebhook(confined, { id }),
      rotateWebhookSecret(confined, { id, keep_hours: 1 }),
      testWebhook(confined, { id }),
      listDeliveries(confined, { id, limit: 1 }),
      resendFailedDeliveries(confined, { id, since: world.clock.iso }),
    ];
    for (const one of await Promise.allSettled(asked)) {
      expect(one).toMatchObject({ status: "rejected", reason: { code: "forbidden" } });
    }
  });
});

describe("a rotation", () => {
  it("signs with both secrets until the end of the old one, then with the new one only", async () => {
    vi.setSystemTime(world.clock.read());
    const receiver = await world.receiver(answering(200));
    const old = await world.subscribe(receiver.url);
    const id = old.subscription_id;
    const next = await rotateWebhookSecret(world.admin, { id, keep_hours: 24 });
    expect(next.secret).not.toBe(old.secret);
    expect(next.previous_secret_until).toBe(world.clock.at(24 * 3600));
    await testWebhook(world.admin, { id });
    const [both] = receiver.seen;
    if (both === undefined) throw new Error("nothing was sent");
    for (const { secret } of [old, next])
      expect(verify(both, secret)).toMatchObject({ type: "webhook.test" });

    world.clock.move(24 * 3600 + 1);
    vi.setSystemTime(world.clock.read());
    await testWebhook(world.admin, { id });
    const last = receiver.seen.at(-1);
    if (last === undefined) throw new Error("nothing was sent");
    expect(verify(last, next.secret)).toMatchObject({ type: "webhook.test" });
    expect(() => verify(last, old.secret)).toThrow(/signature/i);
  });

  it("with nothing kept ends the old secret at once", async () => {
    vi.setSystemTime(world.clock.read());
    const receiver = await world.receiver(answering(200));
    const old = await world.subscribe(receiver.url);
    await rotateWebhookSecret(world.admin, { id: old.subscription_id, keep_hours: 0 });
    await testWebhook(world.admin, { id: old.subscription_id });
    const [seen] = receiver.seen;
    if (seen === undefined) throw new Error("nothing was sent");
    expect(() => verify(seen, old.secret)).toThrow(/signature/i);
  });
});

describe("a test", () => {
  it("shows what came of it, also while paused, and is not tried again", async () => {
    const receiver = await world.receiver(answering(418, {}, "I am a teapot"));
    const { subscription_id: id } = await world.subscribe(receiver.url);
    await pauseWebhook(world.admin, { id });
    const tried = await testWebhook(world.admin, { id });
    expect(tried).toMatchObject({ status: 418, error: "refused", response: "I am a teapot", by: "Ada" });
    world.clock.move(3600);
    await world.deliver();
    await resendFailedDeliveries(world.admin, { id, since: world.clock.at(-7200) });
    await world.deliver();
    expect(receiver.seen).toHaveLength(1);
    expect(await world.deliveries(id)).toMatchObject([{ state: "failed" }]);
  });
});

describe("health", () => {
  it("is shown as failing after five days without a message taken, and well again after one", async () => {
    const state = { status: 503 };
    const receiver = await world.receiver((_seen, response) => response.writeHead(state.status).end());
    const { subscription_id: id } = await world.subscribe(receiver.url);
    await testWebhook(world.admin, { id });
    const since = (await readWebhook(world.admin, { id })).failing_since ?? "";
    expect(since >= world.clock.iso && since < addSeconds(world.clock.iso, 60)).toBe(true);
    world.clock.move(FAILING_AFTER_SECONDS - 60);
    await testWebhook(world.admin, { id });
    expect(await readWebhook(world.admin, { id })).toMatchObject({ failing: false, failing_since: since });
    world.clock.move(120);
    expect(await readWebhook(world.admin, { id })).toMatchObject({ failing: true, failing_since: since });
    state.status = 200;
    await testWebhook(world.admin, { id });
    expect(await readWebhook(world.admin, { id })).toMatchObject({ failing: false, failing_since: null });
  });
});
