import { afterAll, beforeAll, expect, it } from "vitest";
import { DELETE as restore, PUT as retire } from "@/app/api/v1/codes/[code]/retirement/route";
import { GET as getCode } from "@/app/api/v1/codes/[code]/route";
import { GET as getCodes } from "@/app/api/v1/codes/route";
import { PUT as putTool } from "@/app/api/v1/tools/[tool]/route";
import { type CodesAnswer, codeAnswer, codesAnswer, type RegisteredCode } from "@/lib/contract/codes";
import { call, makePerson, openWorld, type World } from "../access/world";
import { event, fail, hoursAgo, type Item, lookThrough } from "./world";

let world: World;
let engineer: string;
const times = (count: number, parts: Item) => Array.from({ length: count }, () => event(parts));

beforeAll(async () => {
  world = await openWorld();
  engineer = (await makePerson(world, { roles: ["engineer"] })).cookie;
  const validation = {
    class: "validation",
    code: "invalid_status",
    tool: "search",
    retryable: false,
    tenant: "acme",
  };
  await fail(world, [
    ...times(3, { ...validation, field: "status", hint: "One of open, closed.", effect: undefined }),
    ...times(2, { ...validation, effect: undefined }),
    ...times(4, { code: "slot_taken", class: "not_found", tool: "book", retryable: false, tenant: "acme" }),
    event({
      code: "slot_taken",
      class: "semantic",
      tool: "book",
      retryable: true,
      effect: "committed",
      tenant: "other",
    }),
    ...times(2, { code: "timeout", class: "transient", tool: "book", retryable: true, retry_after: 5 }),
    event({
      code: "timeout",
      class: "transient",
      tool: "book",
      retryable: false,
      retry_after: 5,
      effect: "unknown",
    }),
    event({ code: "old_code", class: "system", tool: "book", occurred_at: hoursAgo(60) }),
  ]);
  for (const [tool, writes] of [
    ["search", false],
    ["book", true],
  ] as const)
    await call(putTool, { key: world.bootstrapKey, method: "PUT", params: { tool }, body: { writes } });
  await lookThrough(world);
});
afterAll(() => world.close());

async function codes(cookie = engineer, query = ""): Promise<CodesAnswer> {
  const answer = await call(getCodes, { cookie, query });
  expect(answer.status).toBe(200);
  return codesAnswer.parse(await answer.json());
}
const find = ({ items }: CodesAnswer, code: string): RegisteredCode | undefined =>
  items.find((one) => one.code === code);

it("lists every code, most failures first, those without one in the range last", async () => {
  const { items, failures } = await codes();
  expect(failures).toBe(13);
  expect(items.map(({ code, events }) => [code, events])).toEqual([
    ["invalid_status", 5],
    ["slot_taken", 5],
    ["timeout", 3],
    ["old_code", 0],
  ]);
  expect(items.map(({ is_new }) => is_new)).toEqual([true, true, true, false]);
  const { points, share } = items[0] ?? {};
  expect([points?.reduce((sum, one) => sum + one, 0), share]).toEqual([5, 5 / 13]);
});

it("calls out two classes, two retry answers and two meanings of effect, and no doubt", async () => {
  const list = await codes();
  expect(find(list, "slot_taken")).toMatchObject({
    drifts: ["class", "retry", "effect"],
    effects: { absent: 4, committed: 1, unknown: 0, not_reported: 0 },
  });
  expect(find(list, "timeout")).toMatchObject({ drifts: [], retry: { yes: 2, no: 0, not_reported: 0 } });
});

it("scores what is left unsaid, asking no effect of a tool that only reads, with an example", async () => {
  const code = find(await codes(), "invalid_status");
  expect(code?.saying).toMatchObject({ lacking: 2, share: 0.4 });
  expect(code?.saying.lacks).toEqual([
    { field: "field", events: 2 },
    { field: "permitted or hint", events: 2 },
  ]);
  const [row] = await world.database
    .sql`select body from events where reference = ${code?.saying.example_reference ?? ""}`;
  expect(row?.body).not.toContain("hint");
});

it("shows one code by tool and class", async () => {
  const answer = await call(getCode, { cookie: engineer, params: { code: "slot_taken" } });
  const { uses, share } = codeAnswer.parse(await answer.json());
  expect(uses.map((use) => [use.tool, use.class, use.events])).toEqual([
    ["book", "not_found", 4],
    ["book", "semantic", 1],
  ]);
  expect(share).toBe(5 / 13);
  expect((await call(getCode, { cookie: engineer, params: { code: "never_sent" } })).status).toBe(404);
});

it("shows who is confined the codes of their part, and what they mean there", async () => {
  const { cookie } = await makePerson(world, { roles: ["support"], tenants: ["other"] });
  const { items, failures } = await codes(cookie);
  expect(failures).toBe(1);
  expect(items).toMatchObject([
    { code: "slot_taken", events: 1, drifts: [], classes: [{ class: "semantic" }] },
  ]);
  expect((await call(getCode, { cookie, params: { code: "timeout" } })).status).toBe(404);
});

it("is retired by an engineer and taken back, both once in the audit, and says when it came back", async () => {
  const params = { code: "timeout" };
  for (const _ of [1, 2])
    expect((await call(retire, { cookie: engineer, method: "PUT", params })).status).toBe(204);
  expect(find(await codes(), "timeout")).toMatchObject({ retired_by: "Somebody", came_back: false });
  await fail(world, [
    event({ code: "timeout", class: "transient", tool: "book", occurred_at: hoursAgo(-0.01) }),
  ]);
  await lookThrough(world);
  expect(find(await codes(engineer, `?to=${hoursAgo(-2)}`), "timeout")).toMatchObject({ came_back: true });
  for (const _ of [1, 2])
    expect((await call(restore, { cookie: engineer, method: "DELETE", params })).status).toBe(204);
  expect(find(await codes(), "timeout")).toMatchObject({ retired_at: null, retired_by: null });
  const audit = await world.database
    .sql`select action from audit where subject_id = 'timeout' order by audit_id`;
  expect(audit.map(({ action }) => action)).toEqual(["code.retired", "code.restored"]);
});

it("is retired by nobody who may not, and not where nobody sent it", async () => {
  const support = (await makePerson(world, { roles: ["support"] })).cookie;
  const confined = (await makePerson(world, { roles: ["engineer"], tenants: ["acme"] })).cookie;
  for (const cookie of [support, confined])
    expect((await call(retire, { cookie, method: "PUT", params: { code: "timeout" } })).status).toBe(403);
  expect(
    (await call(retire, { cookie: engineer, method: "PUT", params: { code: "never_sent" } })).status,
  ).toBe(404);
});

it("keeps to the filters", async () => {
  const { items } = await codes(engineer, "?tool=search");
  expect(items.map(({ code }) => code)).toEqual(["invalid_status"]);
});

it("lists uses with as many failures by tool and class, and so always in the same order", async () => {
  const uses = ["z", "m", "b", "q", "a", "k"].flatMap((tool) =>
    ["system", "transient"].map((of) => [tool, of] as const),
  );
  await fail(
    world,
    uses.map(([tool, of]) => event({ code: "evenly_spread", tool, class: of })),
  );
  await lookThrough(world);
  const answer = await call(getCode, { cookie: engineer, params: { code: "evenly_spread" } });
  const listed = codeAnswer.parse(await answer.json()).uses.map((use) => `${use.tool} ${use.class}`);
  expect(listed).toHaveLength(uses.length);
  expect(listed).toEqual([...listed].sort());
});
