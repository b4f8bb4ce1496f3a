import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { trimTold } from "@/lib/duties/trim-told";
import { assignCase } from "@/lib/services/cases/assign-case";
import { listNotices } from "@/lib/services/notices/list-notices";
import { readNotices } from "@/lib/services/notices/read-notices";
import { listDeliveries } from "@/lib/services/webhooks/list-deliveries";
import { pauseWebhook } from "@/lib/services/webhooks/pause-webhook";
import { removeWebhook } from "@/lib/services/webhooks/remove-webhook";
import { resendDelivery } from "@/lib/services/webhooks/resend-delivery";
import { testWebhook } from "@/lib/services/webhooks/test-webhook";
import { member } from "../queue/members";
import { answering, openWebhookWorld, type WebhookWorld } from "./world";

const DAY = 86_400;

let world: WebhookWorld;
beforeAll(async () => {
  world = await openWebhookWorld();
});
afterAll(() => world.close());
afterEach(() => world.clear());

const trim = () => trimTold.run(world.ctx);
const messagesOf = async (case_id: string): Promise<string[]> =>
  (
    await world.database.sql<{ type: string }[]>`
      select type from outbox where case_id = ${case_id} order by created_at, type`
  ).map(({ type }) => type);

test("what everybody took goes with its tries when it is older than the retention, not before", async () => {
  const receivers = [await world.receiver(answering(200)), await world.receiver(answering(200))];
  const ids: string[] = [];
  for (const { url } of receivers) {
    const types = ["case.opened", "case.settled"] as const;
    ids.push((await world.subscribe(url, { types: [...types] })).subscription_id);
  }
  const { case_id } = await world.settled();
  await testWebhook(world.admin, { id: ids[0] ?? "" });
  await world.deliver();
  world.clock.move(90 * DAY);
  await trim();
  expect(await messagesOf(case_id)).toEqual(["case.opened", "case.settled"]);
  world.clock.move(1);
  const young = await world.settled();
  await world.deliver();
  await trim();
  expect(await messagesOf(case_id)).toEqual([]);
  for (const id of ids) {
    expect((await listDeliveries(world.admin, { id, limit: 9 })).items).toMatchObject([
      { case_id: young.case_id, state: "delivered" },
      { case_id: young.case_id, state: "delivered" },
    ]);
    expect(await world.tries(id)).toHaveLength(2);
  }
  expect((await world.caseOf(case_id)).verdicts[0]?.delivery.delivered_at).not.toBeNull();
});

test("what waits, what nobody made anything of, and what is told of an unsettled case stays", async () => {
  const receiver = await world.receiver(answering(200));
  const { subscription_id: id } = await world.subscribe(receiver.url);
  await pauseWebhook(world.admin, { id });
  const waiting = await world.settled();
  const unsettled = await world.open();
  await world.deliver();
  const untaken = await world.settled();
  world.clock.move(100 * DAY);
  await trim();
  expect(await messagesOf(waiting.case_id)).toEqual(["case.settled"]);
  expect(await messagesOf(unsettled)).toEqual(["case.opened"]);
  expect(await messagesOf(untaken.case_id)).toEqual(["case.opened", "case.settled"]);
  await world.settle(unsettled, "committed");
  await trim();
  expect(await messagesOf(unsettled)).toEqual(["case.opened", "case.settled"]);
});

test("what was sent again since stays, and so does the verdict that reached nobody", async () => {
  const receiver = await world.receiver(answering(200));
  const { subscription_id: id } = await world.subscribe(receiver.url);
  const again = await world.settled();
  await world.deliver();
  const lost = await world.subscribe(receiver.url);
  await pauseWebhook(world.admin, { id });
  await pauseWebhook(world.admin, { id: lost.subscription_id });
  world.clock.move(100 * DAY);
  const [delivery] = await world.deliveries(id);
  await resendDelivery(world.admin, { id, delivery_id: delivery?.delivery_id ?? "" });
  await trim();
  expect(await messagesOf(again.case_id)).toEqual(["case.settled"]);

  await removeWebhook(world.admin, { id });
  const nobody = await world.settled();
  await world.deliver();
  await removeWebhook(world.admin, { id: lost.subscription_id });
  await world.deliver();
  expect((await world.caseOf(nobody.case_id)).flags).toContain("delivery_failed");
  world.clock.move(100 * DAY);
  await trim();
  expect(await messagesOf(nobody.case_id)).toEqual(["case.opened", "case.settled"]);
  expect(await messagesOf(again.case_id)).toEqual([]);
});

test("of two at once, and of one that puts a delivery back to its first try, nothing is half there", async () => {
  const receiver = await world.receiver(answering(410));
  const { subscription_id: id } = await world.subscribe(receiver.url, { types: ["case.opened"] });
  const cases: string[] = [];
  for (let at = 0; at < 5; at += 1) cases.push((await world.settled()).case_id);
  await world.deliver();
  // The first refusal disabled it; now the others are ended.
  await world.deliver();
  world.clock.move(100 * DAY);
  const { sql } = world.database;
  const [kept] = await world.deliveries(id);
  // Another transaction is about to send it again: it holds the row while the duty looks.
  await sql.begin(async (tx) => {
    await tx`update deliveries set state = 'waiting', next_at = now() where delivery_id = ${kept?.delivery_id ?? ""}`;
    await Promise.all([trim(), trim()]);
  });
  expect((await world.deliveries(id)).map(({ state }) => state)).toEqual(["waiting"]);
  const left = await Promise.all(cases.map(messagesOf));
  expect(left.flat()).toEqual(["case.opened"]);
  const [orphans] = await sql`select count(*)::int as n from delivery_tries t
    where not exists (select from deliveries d where d.delivery_id = t.delivery_id)`;
  expect(orphans?.n).toBe(0);
});

test("read notices go after ninety days, unread ones stay until they are read", async () => {
  const pat = await member(world, "Pat");
  const tell = async () => assignCase(world.ann, { case_id: await world.open(), person_id: pat.caller.id });
  await tell();
  await readNotices(pat, { all: true });
  await tell();
  world.clock.move(90 * DAY);
  await trim();
  expect((await listNotices(pat, { limit: 9 })).items).toHaveLength(2);
  world.clock.move(1);
  await tell();
  await readNotices(pat, { notice_ids: [(await listNotices(pat, { limit: 1 })).items[0]?.notice_id ?? 0] });
  await trim();
  const { items, unread } = await listNotices(pat, { limit: 9 });
  expect([items.map(({ read_at }) => read_at === null), unread]).toEqual([[false, true], 1]);
});
