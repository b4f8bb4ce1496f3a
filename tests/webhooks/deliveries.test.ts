import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { listCaseDeliveries } from "@/lib/services/webhooks/list-case-deliveries";
import { listDeliveries } from "@/lib/services/webhooks/list-deliveries";
import { readDelivery } from "@/lib/services/webhooks/read-delivery";
import { removeWebhook } from "@/lib/services/webhooks/remove-webhook";
import { resendCaseDelivery } from "@/lib/services/webhooks/resend-case-delivery";
import { resendDelivery } from "@/lib/services/webhooks/resend-delivery";
import { resendFailedDeliveries } from "@/lib/services/webhooks/resend-failed-deliveries";
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

const actions = async (subject_id: string) =>
  (await world.database.sql`select action from audit where subject_id = ${subject_id} order by audit_id`).map(
    ({ action }) => action,
  );

describe("what was sent", () => {
  it("is listed newest first by page and state, and each with every try and the text", async () => {
    const state = { status: 500 };
    const receiver = await world.receiver((_seen, response) => response.writeHead(state.status).end("no"));
    const { subscription_id: id } = await world.subscribe(receiver.url);
    const cases: string[] = [];
    for (let n = 0; n < 5; n++) {
      cases.unshift((await world.settled()).case_id);
      world.clock.move(1);
      if (n === 3) {
        await world.deliver();
        state.status = 200;
      }
    }
    await world.deliver();
    const first = await listDeliveries(world.admin, { id, limit: 2 });
    const second = await listDeliveries(world.admin, { id, limit: 9, cursor: first.next_cursor ?? "" });
    const all = [...first.items, ...second.items];
    expect(all.map(({ case_id }) => case_id)).toEqual(cases);
    expect(second.next_cursor).toBeNull();
    expect(all[0]).toMatchObject({ state: "delivered", last_try: { status: 200, error: null } });
    expect(all[0]?.last_try).not.toHaveProperty("response");
    const waiting = await listDeliveries(world.admin, { id, state: "waiting", limit: 50 });
    expect(waiting.items.every(({ last_try }) => last_try?.status === 500)).toBe(true);

    const [one] = waiting.items;
    if (one === undefined) throw new Error("nothing waits");
    const detail = await readDelivery(world.admin, { id, delivery_id: one.delivery_id });
    expect(receiver.seen.map(({ body }) => body)).toContain(detail.body);
    expect(detail.tries).toMatchObject([
      { try_number: 1, status: 500, error: "refused", response: "no", by: null },
    ]);
    const other = await world.subscribe("http://127.0.0.1:9/");
    const foreign = readDelivery(world.admin, { id: other.subscription_id, delivery_id: one.delivery_id });
    await expect(foreign).rejects.toMatchObject({ code: "delivery_not_found" });
  });

  it("is sent again by hand under its id; what fails again stays as it was", async () => {
    const state = { status: 200 };
    const receiver = await world.receiver((_seen, response) => response.writeHead(state.status).end());
    const { subscription_id: id } = await world.subscribe(receiver.url);
    await world.settled();
    await world.deliver();
    const [row] = await world.deliveries(id);
    const delivery_id = row?.delivery_id ?? "";
    expect(await resendDelivery(world.admin, { id, delivery_id })).toMatchObject({ status: 200, by: "Ada" });
    state.status = 500;
    expect(await resendDelivery(world.admin, { id, delivery_id })).toMatchObject({ status: 500 });
    expect(await world.deliveries(id)).toMatchObject([{ state: "delivered" }]);
    expect(new Set(receiver.seen.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect((await world.tries(id)).map(({ try_number, by }) => [try_number, by])).toEqual([
      [1, null],
      [2, "Ada"],
      [3, "Ada"],
    ]);
    expect(await actions(id)).toEqual(["webhook.created", "webhook.resent", "webhook.resent"]);
  });

  it("is not sent by two at once", async () => {
    const answers: (() => void)[] = [];
    const receiver = await world.receiver((_seen, response) => answers.push(() => response.end()));
    const { subscription_id: id } = await world.subscribe(receiver.url);
    await world.settled();
    const running = world.deliver();
    await until(() => expect(answers).toHaveLength(1));
    const [row] = await world.deliveries(id);
    const again = resendDelivery(world.admin, { id, delivery_id: row?.delivery_id ?? "" });
    await expect(again).rejects.toMatchObject({ code: "delivery_under_way", retryable: true });
    answers[0]?.();
    await running;
    expect(await world.deliveries(id)).toMatchObject([{ state: "delivered", tries: 1 }]);
  });

  it("and failed is sent again all together, from the time one names", async () => {
    const state = { status: 410 };
    const receiver = await world.receiver((_seen, response) => response.writeHead(state.status).end());
    const { subscription_id: id } = await world.subscribe(receiver.url);
    await world.settled();
    await world.deliver();
    await resumeWebhook(world.admin, { id });
    world.clock.move(3600);
    const since = world.clock.iso;
    const late = [(await world.settled()).case_id, (await world.settled()).case_id];
    await world.deliver();
    await world.deliver();
    state.status = 200;
    await resumeWebhook(world.admin, { id });
    expect(await resendFailedDeliveries(world.admin, { id, since })).toEqual({ resent: 2, more: false });
    await world.deliver();
    const delivered = await listDeliveries(world.admin, { id, state: "delivered", limit: 9 });
    expect(delivered.items.map(({ case_id }) => case_id).sort()).toEqual(late.sort());
    expect(await world.deliveries(id)).toHaveLength(3);
  });
});

describe("a case's page", () => {
  it("shows what was told to whom to those who see the case, answers only to those who manage webhooks", async () => {
    const receiver = await world.receiver(answering(500, {}, "stack trace"));
    const { subscription_id } = await world.subscribe(receiver.url, { name: "Billing" });
    const { case_id } = await world.settled();
    await world.deliver();
    const mine = <T extends { subscription_id: string }>(list: T[]) =>
      list.filter((one) => one.subscription_id === subscription_id);
    const [seen] = mine(await listCaseDeliveries(world.ann, { case_id }));
    expect(seen).toMatchObject({ subscription: "Billing", type: "case.settled", tries: [{ status: 500 }] });
    expect(JSON.stringify(seen)).not.toMatch(/stack trace|127\.0\.0\.1/);
    const full = await listCaseDeliveries(world.admin, { case_id });
    expect(JSON.stringify(mine(full))).toContain("stack trace");
    const elsewhere = world.person("Eve", ["reconciler"], {
      tenants: ["globex"],
      environments: null,
      services: null,
    });
    await expect(listCaseDeliveries(elsewhere, { case_id })).rejects.toMatchObject({
      code: "case_not_found",
    });
    const [delivery] = full;
    const forbidden = resendCaseDelivery(elsewhere, { case_id, delivery_id: delivery?.delivery_id ?? "" });
    await expect(forbidden).rejects.toMatchObject({ code: "case_not_found" });
    const foreign = resendCaseDelivery(world.ann, {
      case_id: (await world.settled()).case_id,
      delivery_id: delivery?.delivery_id ?? "",
    });
    await expect(foreign).rejects.toMatchObject({ code: "delivery_not_found" });
    await removeWebhook(world.admin, { id: subscription_id });
    const removed = mine(await listCaseDeliveries(world.ann, { case_id }));
    expect(removed).toMatchObject([{ removed: true }]);
    const late = resendCaseDelivery(world.ann, { case_id, delivery_id: removed[0]?.delivery_id ?? "" });
    await expect(late).rejects.toMatchObject({ code: "webhook_removed" });
  });
});
