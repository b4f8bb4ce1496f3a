import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as items } from "@/app/api/v1/bulk-actions/[bulk_id]/items/route";
import { GET as read } from "@/app/api/v1/bulk-actions/[bulk_id]/route";
import { POST as start } from "@/app/api/v1/bulk-actions/[bulk_id]/start/route";
import { POST as stop } from "@/app/api/v1/bulk-actions/[bulk_id]/stop/route";
import { POST as freeze, GET as list } from "@/app/api/v1/bulk-actions/route";
import { POST as next } from "@/app/api/v1/cases/next/route";
import { POST as open } from "@/app/api/v1/cases/route";
import { topicOfBulk } from "@/db/queries/bulk-chunk";
import { bulkDetail, bulkItemList, bulkList } from "@/lib/contract/bulk";
import { call, makePerson, openWorld, type World } from "../access/world";

let world: World;
let cookie: string;
beforeAll(async () => {
  world = await openWorld();
  cookie = (await makePerson(world, { roles: ["reconciler"] })).cookie;
});
afterAll(() => world.close());

const tool = `refund-${randomUUID()}`;
const openCases = async (count: number) => {
  for (let at = 0; at < count; at++)
    await call(open, {
      key: world.bootstrapKey,
      body: { reason: "charged twice", tool, idempotency_key: randomUUID() },
    });
};

test.each([
  ...[{ tool: [] }, { tenant: [] }, { state: [] }, { flag: [] }, { assigned_to: [] }, { case_ids: [] }],
  ...[{ q: "" }, { q: " " }, { q: null }, { tool: null }, { view: null }, { tols: ["refund"] }],
])("%j narrows nothing, so it chooses nothing", async (choose) => {
  const frozen = await call(freeze, { cookie, body: { kind: "claim", choose } });
  expect(frozen.status).toBe(422);
  expect((await call(next, { cookie, body: choose })).status).toBe(422);
});

test("a count beyond any set is refused as such", async () => {
  const params = { bulk_id: randomUUID() };
  for (const count of [2 ** 31, 2 ** 53, -1, 1.5])
    expect((await call(start, { cookie, params, body: { count } })).status).toBe(422);
});

test("from the frozen set to its last case, every answer has the shape of the contract", async () => {
  await openCases(3);
  const evidence = [{ kind: "file", external_id: "f1", observed_at: new Date().toISOString() }];
  const body = {
    ...{ kind: "verdict", parameters: { verdict: "committed", evidence } },
    choose: { view: "open", tool, claimed: "false" },
  };
  const frozen = await call(freeze, { cookie, body });
  expect(frozen.status).toBe(200);
  const { bulk_id, preview } = bulkDetail.strict().parse(await frozen.json());
  expect(preview?.will_do).toBe(3);
  const params = { bulk_id };
  const wrong = await call(start, { cookie, params, body: { count: 4 } });
  expect(wrong.status).toBe(409);
  expect(await wrong.json()).toMatchObject({ code: "count_mismatch", permitted: [3] });
  const woken = world.rt.hub.wait([topicOfBulk(bulk_id)], { timeoutMs: 30_000 });
  const started = await call(start, { cookie, params, body: { count: 3 } });
  expect(started.status).toBe(202);
  bulkDetail.strict().parse(await started.json());
  await woken;
  for (;;) {
    const again = world.rt.hub.wait([topicOfBulk(bulk_id)], { timeoutMs: 30_000 });
    const answer = bulkDetail.strict().parse(await (await call(read, { cookie, params })).json());
    if (answer.state === "done") {
      expect(answer).toMatchObject({ total: 3, done: 3, skipped: 0, failed: 0, preview: null, not_done: [] });
      break;
    }
    await again;
  }
  const page = await call(items, { cookie, params, query: "?outcome=done&limit=2" });
  const first = bulkItemList.strict().parse(await page.json());
  expect(first.items.map(({ position }) => position)).toEqual([1, 2]);
  const next = await call(items, {
    cookie,
    params,
    query: `?outcome=done&limit=2&cursor=${first.next_cursor}`,
  });
  expect(bulkItemList.parse(await next.json())).toMatchObject({
    items: [{ position: 3 }],
    next_cursor: null,
  });
  const own = bulkList.strict().parse(await (await call(list, { cookie })).json());
  expect(own.items.map((one) => one.bulk_id)).toEqual([bulk_id]);
  const over = await call(stop, { cookie, params, method: "POST" });
  expect([over.status, (await over.json()).code]).toEqual([409, "bulk_finished"]);
});

test("what is not understood chooses nothing", async () => {
  const claim = (choose: unknown) => call(freeze, { cookie, body: { kind: "claim", choose } });
  for (const choose of [{ tols: [tool] }, { case_ids: [] }, { case_ids: [randomUUID()], tool }, undefined])
    expect((await claim(choose)).status, JSON.stringify(choose)).toBe(422);
  const unknownKind = await call(freeze, { cookie, body: { kind: "delete", choose: { view: "open" } } });
  expect(unknownKind.status).toBe(422);
  const missing = await claim({ case_ids: [randomUUID()] });
  expect([missing.status, (await missing.json()).code]).toEqual([404, "case_not_found"]);
  const none = await claim({ tool: "nothing such" });
  expect([none.status, (await none.json()).code]).toEqual([422, "set_empty"]);
});
