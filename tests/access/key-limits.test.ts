import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POST as reportCalls } from "@/app/api/v1/calls/route";
import { POST as reportEvents } from "@/app/api/v1/events/route";
import { PATCH as changeKey, DELETE as revokeKey } from "@/app/api/v1/keys/[id]/route";
import { POST as createKey, GET as listKeys } from "@/app/api/v1/keys/route";
import { GET as session } from "@/app/api/v1/session/route";
import { call, makeFirstAdmin, makeKey, openWorld, type World } from "./world";

let world: World;
let admin: string;
beforeAll(async () => {
  world = await openWorld({ ERRATA_ITEMS_PER_MINUTE: "5000" });
  admin = await makeFirstAdmin(world);
});
afterAll(() => world.close());

async function create(parts: object = {}) {
  const body = { name: "checkout", scopes: ["ingest"], ...parts };
  return (await call(createKey, { cookie: admin, body })).json();
}
const change = (id: string, body: object, who: object = { cookie: admin }) =>
  call(changeKey, { method: "PATCH", params: { id }, body, ...who });
const events = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ reference: `err_${at}`, tool: "t" }));
const report = (key: string, count: number) => call(reportEvents, { key, body: events(count) });
const fieldsOf = ({ status, headers }: Response) => ({
  status,
  policy: headers.get("ratelimit-policy"),
  left: Number(/;r=(\d+);/.exec(headers.get("ratelimit") ?? "")?.[1]),
  seconds: Number(/;t=(\d+)$/.exec(headers.get("ratelimit") ?? "")?.[1]),
});

describe("a key's limit", () => {
  it("is told by both fields on every answer, charges one for a request, and one for each item", async () => {
    const { key: asking } = await create({ items_per_minute: 10 });
    const asked = fieldsOf(await call(session, { key: asking }));
    expect(asked).toMatchObject({ status: 200, policy: '"items";q=10;w=60', left: 9 });
    expect(asked.seconds).toBeGreaterThan(0);
    const { key } = await create({ items_per_minute: 100 });
    const told = fieldsOf(await report(key, 40));
    expect(told).toMatchObject({ status: 200, policy: '"items";q=100;w=60' });
    expect(told.left).toBeGreaterThanOrEqual(60);
    expect(told.left).toBeLessThan(99);
  });

  it("takes one body larger than all of it, then refuses before the body is read, and says until when", async () => {
    const { key } = await create({ items_per_minute: 10 });
    expect(fieldsOf(await report(key, 1_000))).toMatchObject({ status: 200, left: 0 });
    let pulls = 0;
    const body = new ReadableStream(
      {
        pull: () => {
          pulls += 1;
        },
      },
      { highWaterMark: 0 },
    );
    const headers = { authorization: `Bearer ${key}` };
    const init = { method: "POST", body, headers, duplex: "half" } as RequestInit;
    const refused = await reportEvents(new Request("http://localhost/x", init));
    expect(fieldsOf(refused)).toMatchObject({ status: 429, policy: '"items";q=10;w=60', left: 0 });
    expect(pulls).toBe(0);
    const seconds = Number(refused.headers.get("retry-after"));
    expect(seconds).toBe(fieldsOf(refused).seconds);
    // 1,000 were taken of 10, and 10 a minute come.
    expect(seconds).toBeGreaterThan(99 * 60 - 60);
    expect(seconds).toBeLessThanOrEqual(99 * 60 + 6);
    expect(refused.headers.get("content-type")).toBe("application/problem+json");
    expect(await refused.json()).toMatchObject({
      ...{ code: "rate_limited", class: "transient", retryable: true, retry_after: seconds },
      ...{ items_per_minute: 10, reference: expect.stringMatching(/^err_/) },
    });
  });

  it("counts the lines of a report of calls", async () => {
    const { key } = await create({ items_per_minute: 60 });
    const line = { tool: "t", minute: new Date().toISOString(), count: 1 };
    const body = { report_id: crypto.randomUUID(), calls: Array.from({ length: 40 }, () => line) };
    const { status, left } = fieldsOf(await call(reportCalls, { key, body }));
    expect(status).toBe(200);
    expect(left).toBeLessThan(40);
  });

  it("is the installation's where it has none, and one key does not draw on another's", async () => {
    const [one, other] = [await create(), await create()];
    expect(one.items_per_minute).toBeNull();
    await report(one.key, 2_000);
    expect(fieldsOf(await call(session, { key: one.key })).left).toBeLessThan(4_000);
    const untouched = fieldsOf(await call(session, { key: other.key }));
    expect(untouched.policy).toBe('"items";q=5000;w=60');
    expect(untouched.left).toBeGreaterThanOrEqual(4_999);
  });

  it("holds nobody who came by session", async () => {
    expect((await call(session, { cookie: admin })).headers.get("ratelimit")).toBeNull();
  });

  it("can be changed, at once and audited, until the key is revoked", async () => {
    const made = await create({ items_per_minute: 10 });
    await report(made.key, 50);
    expect((await report(made.key, 1)).status).toBe(429);
    const changed = await change(made.key_id, { items_per_minute: 6_000_000 });
    expect(await changed.json()).toMatchObject({ key_id: made.key_id, items_per_minute: 6_000_000 });
    await expect.poll(async () => (await report(made.key, 1)).status).toBe(200);
    const { items } = await (await call(listKeys, { cookie: admin })).json();
    expect(items.find(({ key_id }: { key_id: string }) => key_id === made.key_id).items_per_minute).toBe(
      6_000_000,
    );
    const trail = await world.database.sql`
      select details from audit where action = 'key.changed' and subject_id = ${made.key_id}`;
    expect(trail).toMatchObject([{ details: { name: "checkout", items_per_minute: 6_000_000 } }]);
    await call(revokeKey, { method: "DELETE", cookie: admin, params: { id: made.key_id } });
    const late = await change(made.key_id, { items_per_minute: null });
    expect([late.status, await late.json()]).toMatchObject([409, { code: "key_revoked" }]);
  });

  it.each([0, -1, 1.5, "10", 10_000_001])("is never %j", async (items_per_minute) => {
    const body = { name: "k", scopes: ["ingest"], items_per_minute };
    const refused = await call(createKey, { cookie: admin, body });
    expect([refused.status, await refused.json()]).toMatchObject([422, { code: "invalid_items_per_minute" }]);
    const { key_id } = await create();
    expect((await change(key_id, { items_per_minute })).status).toBe(422);
  });

  it("is changed by nobody outside the key's pins", async () => {
    const pinned = await makeKey(world, ["admin"], { tenant: "acme" });
    const { key_id } = await create();
    expect((await change(key_id, { items_per_minute: 1 }, { key: pinned })).status).toBe(404);
  });
});
