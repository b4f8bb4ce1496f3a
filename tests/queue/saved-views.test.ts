import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PUT as change, DELETE as remove } from "@/app/api/v1/saved-views/[view_id]/route";
import { GET as list, POST as save } from "@/app/api/v1/saved-views/route";
import { savedView, savedViewList } from "@/lib/contract/saved-views";
import { call, makePerson, openWorld, type World } from "../access/world";

let world: World;
let ann: string;
let sue: string;
beforeAll(async () => {
  world = await openWorld();
  ann = (await makePerson(world, { roles: ["reconciler"] })).cookie;
  sue = (await makePerson(world, { roles: ["support"] })).cookie;
});
afterAll(() => world.close());

const viewsOf = async (cookie: string) =>
  savedViewList.strict().parse(await (await call(list, { cookie })).json()).items;
const keep = async (cookie: string, body: object) => {
  const response = await call(save, { cookie, body });
  expect(response.status).toBe(200);
  return savedView.strict().parse(await response.json());
};

test("a view is kept under a name, shared with everyone who sees the queue, and changed by its owner only", async () => {
  const own = await keep(ann, { name: "Refunds", query: "?view=open&tool=refund" });
  expect(own).toMatchObject({ query: "view=open&tool=refund", shared: false, own: true });
  expect(await viewsOf(sue)).toEqual([]);
  const params = { view_id: own.view_id };
  const shared = { name: "Refunds due", query: "view=overdue&tool=refund", shared: true };
  expect((await call(change, { cookie: sue, method: "PUT", params, body: shared })).status).toBe(404);
  expect((await call(change, { cookie: ann, method: "PUT", params, body: shared })).status).toBe(200);
  expect(await viewsOf(sue)).toMatchObject([{ ...shared, own: false, by: "Somebody" }]);
  expect((await call(remove, { cookie: sue, method: "DELETE", params })).status).toBe(404);
  expect((await call(remove, { cookie: ann, method: "DELETE", params })).status).toBe(204);
  expect((await call(remove, { cookie: ann, method: "DELETE", params })).status).toBe(404);
  expect(await viewsOf(ann)).toEqual([]);
});

test("one's own come first, by name; the same name again is refused in any case, also at the same instant", async () => {
  await keep(sue, { name: "A shared one", query: "", shared: true });
  await keep(ann, { name: "b", query: "view=mine" });
  await keep(ann, { name: "A", query: "view=second" });
  expect((await viewsOf(ann)).map(({ name, own }) => [name, own])).toEqual([
    ["A", true],
    ["b", true],
    ["A shared one", false],
  ]);
  const taken = await call(save, { cookie: ann, body: { name: "B", query: "" } });
  expect([taken.status, (await taken.json()).code]).toEqual([409, "saved_view_name_taken"]);
  const statuses = await Promise.all(
    Array.from(
      { length: 5 },
      async () => (await call(save, { cookie: ann, body: { name: "race", query: "" } })).status,
    ),
  );
  expect(statuses.sort()).toEqual([200, 409, 409, 409, 409]);
});

test("each page has views and names of its own, and a view stays one of its page", async () => {
  const eve = (await makePerson(world, { roles: ["engineer"] })).cookie;
  const queue = await keep(eve, { name: "Refunds", query: "tool=refund" });
  const explore = await keep(eve, { page: "explore", name: "Refunds", query: "by=code&tool=refund" });
  expect([queue.page, explore.page]).toEqual(["queue", "explore"]);
  const params = { view_id: explore.view_id };
  const renamed = await call(change, {
    cookie: eve,
    method: "PUT",
    params,
    body: { name: "R", query: "by=tool" },
  });
  expect(await renamed.json()).toMatchObject({ page: "explore", name: "R", query: "by=tool" });
  const again = await call(save, { cookie: eve, body: { page: "explore", name: "r", query: "" } });
  expect([again.status, (await again.json()).code]).toEqual([409, "saved_view_name_taken"]);
  const elsewhere = await call(save, { cookie: eve, body: { page: "audit", name: "x", query: "" } });
  expect([elsewhere.status, (await elsewhere.json()).code]).toEqual([422, "invalid_page"]);
});

test("bad input is named: no name, a name on two lines, a query beyond any address, a view that never was", async () => {
  const refused = async (body: object) => {
    const response = await call(save, { cookie: ann, body });
    return [response.status, (await response.json()).code];
  };
  expect(await refused({ query: "" })).toEqual([422, "invalid_name"]);
  expect(await refused({ name: "a\nb", query: "" })).toEqual([422, "invalid_name"]);
  expect(await refused({ name: "long", query: "x".repeat(2001) })).toEqual([422, "invalid_query"]);
  const params = { view_id: randomUUID() };
  expect(
    (await call(change, { cookie: ann, method: "PUT", params, body: { name: "n", query: "" } })).status,
  ).toBe(404);
});

test("nobody has more than a hundred, and keys have none", async () => {
  const bob = (await makePerson(world, { roles: ["reconciler"] })).cookie;
  for (let at = 0; at < 100; at += 1) await keep(bob, { name: `view ${at}`, query: "" });
  const beyond = await call(save, { cookie: bob, body: { name: "one more", query: "" } });
  expect([beyond.status, (await beyond.json()).code]).toEqual([409, "too_many_saved_views"]);
  expect((await call(list, { key: world.bootstrapKey })).status).toBe(403);
  expect((await call(save, { key: world.bootstrapKey, body: { name: "k", query: "" } })).status).toBe(403);
});

test("a shared view does not leave its owner's part: only who is confined alike, or not at all, is offered it", async () => {
  const member = (tenants?: string[]) =>
    makePerson(world, { roles: ["reconciler"], ...(tenants && { tenants }) });
  const [alice, alike, bob, wider, boss] = await Promise.all(
    [["acme", "initech"], ["initech", "acme"], ["globex"], ["acme", "initech", "globex"], undefined].map(
      member,
    ),
  );
  const name = `Suspects ${randomUUID()}`;
  await keep(alice?.cookie ?? "", { name, query: "tenant=acme&q=refund-4711", shared: true });
  const offered = async (person: typeof alice) =>
    (await viewsOf(person?.cookie ?? "")).some((view) => view.name === name);
  expect(await Promise.all([alice, alike, boss].map(offered))).toEqual([true, true, true]);
  expect(await Promise.all([bob, wider].map(offered))).toEqual([false, false]);
  await keep(boss?.cookie ?? "", { name: "Of everything", query: "q=refund-4712", shared: true });
  expect((await viewsOf(alice?.cookie ?? "")).map((view) => view.name)).not.toContain("Of everything");
});
