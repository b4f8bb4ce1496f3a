import { afterAll, beforeAll, expect, it } from "vitest";
import { POST as postReleases } from "@/app/api/v1/releases/route";
import { PUT as putTool } from "@/app/api/v1/tools/[tool]/route";
import { GET as getBurnDown } from "@/app/api/v1/unmapped/burn-down/route";
import { PUT as mark, DELETE as unmark } from "@/app/api/v1/unmapped/groups/[group_id]/mark/route";
import { GET as getWorklist } from "@/app/api/v1/unmapped/worklist/route";
import {
  burnDownAnswer,
  type WorklistAnswer,
  type WorklistGroup,
  worklistAnswer,
} from "@/lib/contract/unmapped";
import { call, makePerson, openWorld, type World } from "../access/world";
import { event, fail, hoursAgo, lookThrough } from "./world";

let world: World;
let engineer: string;
let support: string;
beforeAll(async () => {
  world = await openWorld();
  engineer = (await makePerson(world, { roles: ["engineer"] })).cookie;
  support = (await makePerson(world, { roles: ["support"] })).cookie;
  const at = (tool: string, parts = {}) => ({
    tool,
    tenant: "acme",
    service: "shop",
    release: "1.0",
    ...parts,
  });
  const times = (count: number, parts: Record<string, unknown>) =>
    Array.from({ length: count }, () => event(parts));
  await fail(world, times(5, at("pay", { class: "transient", retryable: true })), "charge");
  await fail(world, times(2, at("pay", { tenant: "other", service: "desk" })), "charge");
  await fail(world, times(3, at("pay")), "refund");
  await fail(world, times(4, at("pay", { code: 404 })));
  await fail(world, times(6, at("pay", { code: "card_declined", class: "semantic" })));
  await call(putTool, {
    key: world.bootstrapKey,
    method: "PUT",
    params: { tool: "pay" },
    body: { writes: true },
  });
  await lookThrough(world);
});
afterAll(() => world.close());

async function worklist(cookie = engineer, query = ""): Promise<WorklistAnswer> {
  const answer = await call(getWorklist, { cookie, query });
  expect(answer.status).toBe(200);
  return worklistAnswer.parse(await answer.json());
}
const find = ({ items, mapped }: WorklistAnswer, frame: string): WorklistGroup | undefined =>
  [...items, ...mapped].find(({ top_frame }) => top_frame?.startsWith(frame));

it("ranks groups by the share that one mapping takes away, from the counts all else uses", async () => {
  const { totals, items, groups, mapped } = await worklist();
  expect(totals).toEqual({ failures: 20, unmapped: 14, unmapped_share: 0.7, grouped: 14 });
  expect([groups, mapped]).toEqual([3, []]);
  expect(items.map(({ kind, events, share }) => [kind, events, share])).toEqual([
    ["frames", 7, 7 / 20],
    ["malformed", 4, 4 / 20],
    ["frames", 3, 3 / 20],
  ]);
  expect(items[0]).toMatchObject({
    ...{ tool: "pay", writes: true, exception_type: "KeyError", top_frame: "charge (app/pay.py)" },
    ...{ unsafe: 5, language: "python", mark: null, returned: null },
    classes: [
      { class: "transient", events: 5 },
      { class: "system", events: 2 },
    ],
  });
  expect(items[0]?.points.reduce((sum, one) => sum + one, 0)).toBe(7);
  expect(items[0]?.example_reference).toMatch(/^err_/);
});

it("counts within the filters, both parts of the share", async () => {
  const { totals, items } = await worklist(engineer, "?service=desk");
  expect(totals).toEqual({ failures: 2, unmapped: 2, unmapped_share: 1, grouped: 2 });
  expect(items).toMatchObject([{ events: 2, share: 1 }]);
  const none = await worklist(engineer, "?tool=nothing");
  expect(none.totals).toEqual({ failures: 0, unmapped: 0, unmapped_share: null, grouped: 0 });
});

it("shows neither exceptions nor frames to who may not see them", async () => {
  const answer = await call(getWorklist, { cookie: support });
  const text = await answer.text();
  for (const hidden of ["KeyError", "charge", "refund", "app/pay.py", "python"])
    expect(text).not.toContain(hidden);
  const { shows_frames, items } = worklistAnswer.parse(JSON.parse(text));
  expect(shows_frames).toBe(false);
  expect(items.map(({ events, tool }) => [events, tool])).toEqual([7, 4, 3].map((events) => [events, "pay"]));
});

it("shows who is confined their part alone, in every number", async () => {
  const { cookie } = await makePerson(world, { roles: ["engineer"], tenants: ["other"] });
  const { totals, items } = await worklist(cookie);
  expect(totals).toEqual({ failures: 2, unmapped: 2, unmapped_share: 1, grouped: 2 });
  expect(items).toMatchObject([{ events: 2, unsafe: 0, classes: [{ class: "system", events: 2 }] }]);
  const own = items[0]?.example_reference ?? "";
  const [row] = await world.database.sql`select tenant from events where reference = ${own}`;
  expect(row).toEqual({ tenant: "other" });
});

const markAs = (group_id: string, body: unknown, cookie = engineer) =>
  call(mark, { cookie, method: "PUT", params: { group_id }, body });

it("is marked as mapped, taken back, and both are in the audit", async () => {
  const group = find(await worklist(), "refund");
  const id = group?.group_id ?? "";
  expect((await markAs(id, { code: "not_refundable", release: "2.0" })).status).toBe(204);
  const marked = await worklist();
  expect(marked.items.map(({ group_id }) => group_id)).not.toContain(id);
  expect(marked.mapped).toMatchObject([
    { group_id: id, events: 3, mark: { code: "not_refundable", release: "2.0" } },
  ]);
  for (const _ of [1, 2])
    expect(
      (await call(unmark, { cookie: engineer, method: "DELETE", params: { group_id: id } })).status,
    ).toBe(204);
  expect((await worklist()).mapped).toEqual([]);
  const audit = await world.database.sql`select action from audit where subject_id = ${id} order by audit_id`;
  expect(audit.map(({ action }) => action)).toEqual(["group.marked", "group.unmarked"]);
});

it("came back once it is seen in the release that was to map it, and only then", async () => {
  const id = find(await worklist(), "charge")?.group_id ?? "";
  await call(postReleases, {
    ...{ key: world.bootstrapKey },
    body: [
      { service: "shop", release: "1.0", released_at: hoursAgo(48) },
      { service: "shop", release: "1.1", released_at: hoursAgo(0.5) },
    ],
  });
  await markAs(id, { code: "charge_incomplete", release: "1.1" });
  expect(find(await worklist(), "charge")).toMatchObject({ returned: null });
  await fail(
    world,
    [event({ tool: "pay", service: "shop", release: "1.0", occurred_at: hoursAgo(0.1) })],
    "charge",
  );
  await lookThrough(world);
  expect(find(await worklist(), "charge")).toMatchObject({ returned: null });
  await fail(
    world,
    [event({ tool: "pay", service: "shop", release: "1.1", occurred_at: hoursAgo(0.05) })],
    "charge",
  );
  await lookThrough(world);
  const { items } = await worklist();
  expect(items[0]).toMatchObject({ group_id: id, mark: { release: "1.1" }, returned: { release: "1.1" } });
});

it("is marked only by engineers who may see all, with a code that names something, and where it exists", async () => {
  const { group_id = "" } = find(await worklist(), "refund") ?? {};
  const confined = (await makePerson(world, { roles: ["engineer"], tenants: ["acme"] })).cookie;
  for (const cookie of [support, confined])
    expect((await markAs(group_id, { code: "a" }, cookie)).status).toBe(403);
  const refused = await markAs(group_id, { code: "internal_error" });
  expect([refused.status, (await refused.json()).code]).toEqual([422, "code_is_unmapped"]);
  expect((await markAs(group_id, { code: "Not A Code" })).status).toBe(422);
  expect((await markAs(crypto.randomUUID(), { code: "a" })).status).toBe(404);
});

it("counts by day what is left to map", async () => {
  const answer = await call(getBurnDown, { cookie: engineer, query: "?tz=Asia/Kolkata" });
  expect(answer.status).toBe(200);
  const { days, tz } = burnDownAnswer.parse(await answer.json());
  expect([tz, days.length >= 30]).toEqual(["Asia/Kolkata", true]);
  expect(days.at(-1)).toMatchObject({ left: 3, mapped: 0 });
  expect(days[0]).toMatchObject({ seen: 0, left: 0 });
});
