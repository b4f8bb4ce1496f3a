import { afterAll, beforeAll, expect, it } from "vitest";
import type { z } from "zod";
import { POST as acknowledge } from "@/app/api/v1/alerts/[alert_id]/acknowledge/route";
import { PUT as mute, DELETE as unmute } from "@/app/api/v1/alerts/[alert_id]/mute/route";
import { PUT as change, GET as read, DELETE as remove } from "@/app/api/v1/alerts/[alert_id]/route";
import { GET as history } from "@/app/api/v1/alerts/history/route";
import { POST as preview } from "@/app/api/v1/alerts/preview/route";
import { POST as create, GET as list } from "@/app/api/v1/alerts/route";
import { type Alert, alert, alertHistory, alertList, alertPreview } from "@/lib/contract/alerts";
import { call, makeKey, makePerson, openWorld, type World } from "../access/world";

let world: World;
let engineer: string;
beforeAll(async () => {
  world = await openWorld();
  engineer = (await makePerson(world, { roles: ["engineer"] })).cookie;
});
afterAll(() => world.close());

type Door = Parameters<typeof call>[0];
type Options = Parameters<typeof call>[1];

/** The answer of a door that lets the engineer in, as the contract has it. */
async function ask<T extends z.ZodType>(shape: T, door: Door, options: Options = {}): Promise<z.output<T>> {
  const answer = await call(door, { cookie: engineer, ...options });
  const body = await answer.json();
  expect([answer.status, body]).toEqual([200, expect.anything()]);
  return shape.parse(body);
}

/** What is said to somebody whose words are refused. */
async function refusal(door: Door, options: Options): Promise<unknown> {
  const answer = await call(door, { cookie: engineer, ...options });
  return { status: answer.status, ...(await answer.json()) };
}

const RATE = { kind: "rate", code: "timeout", above: 3, per: "minute", window_minutes: 5 };
const make = (name: string): Promise<Alert> =>
  ask(alert, create, { method: "POST", body: { name, condition: RATE } });

it("an installation without alerts is offered some, which are taken as they are", async () => {
  const { items, suggested, may_change_installation } = await ask(alertList, list);
  expect([items, may_change_installation]).toEqual([[], true]);
  expect(suggested.length).toBeGreaterThan(2);
  for (const { alert: body } of suggested) {
    const made = await ask(alert, create, { method: "POST", body });
    expect(made).toMatchObject({ ...body, state: "no_data", may_change: true, version: 1 });
    expect(await ask(alertPreview, preview, { method: "POST", body: definitionOf(body) })).toMatchObject({
      ...{ fired: 0, firings: [], known_share: expect.any(Number) },
    });
    await call(remove, { cookie: engineer, method: "DELETE", params: { alert_id: made.alert_id } });
  }
  const told = await ask(alertHistory, history, { query: "?kind=removed&limit=2" });
  expect(told.items.map(({ kind, removed, by }) => [kind, removed, by])).toEqual([
    ["removed", true, expect.any(String)],
    ["removed", true, expect.any(String)],
  ]);
  const more = await ask(alertHistory, history, { query: `?kind=removed&cursor=${told.next_cursor}` });
  expect(more.items).toHaveLength(suggested.length - 2);
});

const definitionOf = ({ name: _, ...definition }: { name: string }) => definition;

it("is listed by its state, and what else may be watched only with all", async () => {
  const made = await make("Timeouts by state");
  const listed = async (query: string) => {
    const { items, suggested } = await ask(alertList, list, { query });
    return [items.map(({ name }) => name), suggested.length > 0];
  };
  expect(await listed("")).toEqual([["Timeouts by state"], true]);
  expect(await listed("?state=no_data&state=firing")).toEqual([["Timeouts by state"], false]);
  expect(await listed("?state=firing")).toEqual([[], false]);
  expect(await refusal(list, { query: "?state=loud" })).toMatchObject({ status: 422 });
  await call(remove, { cookie: engineer, method: "DELETE", params: { alert_id: made.alert_id } });
});

it("is read, muted, changed at its version, and removed", async () => {
  const { alert_id } = await make("Timeouts");
  const params = { alert_id };
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const muted = await ask(alert, mute, { method: "PUT", params, body: { until, note: "known" } });
  expect(muted).toMatchObject({ mute_note: "known", version: 1 });
  expect(await ask(alert, unmute, { method: "DELETE", params })).toMatchObject({ muted_until: null });
  const body = { name: "Timeouts", condition: { ...RATE, above: 5 }, version: 1 };
  expect(await ask(alert, change, { method: "PUT", params, body })).toMatchObject({ version: 2 });
  expect(await refusal(change, { method: "PUT", params, body })).toMatchObject({
    ...{ status: 409, code: "alert_changed", version: 2 },
  });
  const firing_id = crypto.randomUUID();
  const seen = await refusal(acknowledge, { method: "POST", params, body: { firing_id } });
  expect(seen).toMatchObject({ status: 409, code: "not_firing" });
  await call(remove, { cookie: engineer, method: "DELETE", params });
  expect(await refusal(read, { params })).toMatchObject({ status: 404, code: "alert_not_found" });
});

it.each([
  ["code and class", { ...RATE, class: "transient" }],
  ["neither", { ...RATE, code: null }],
  ["a share beyond all", { kind: "unmapped_share", above: 1, window_minutes: 5, min_failures: 1 }],
  ["a mistyped limit", { ...RATE, abvoe: 9 }],
  ["a window beyond a day", { ...RATE, window_minutes: 1_441 }],
  ["a silence that is none", { kind: "silence", states: ["fixed"] }],
  ["another kind", { kind: "weather" }],
])("refuses %s", async (_, condition) => {
  const body = { name: "Watch", condition };
  expect(await refusal(create, { method: "POST", body })).toMatchObject({ status: 422 });
  expect(await refusal(preview, { method: "POST", body: { condition } })).toMatchObject({ status: 422 });
});

it("keys read by their scope, and nobody makes what they may not read", async () => {
  const { alert_id } = await make("Seen by keys");
  const reader = await makeKey(world, ["read"]);
  const admin = await makeKey(world, ["admin"]);
  const seen = alertList.parse(await (await call(list, { key: reader })).json());
  expect(seen).toMatchObject({ may_change: false, suggested: [], items: [{ alert_id, may_change: false }] });
  const body = { name: "Mine", condition: RATE };
  expect((await call(create, { key: reader, method: "POST", body })).status).toBe(403);
  expect((await call(create, { key: admin, method: "POST", body })).status).toBe(403);
  const leak = { name: "Leaks", condition: { kind: "leak", window_minutes: 60 } };
  expect((await call(create, { key: admin, method: "POST", body: leak })).status).toBe(200);
  const after = alertList.parse(await (await call(list, { key: reader })).json());
  expect(after.items.map(({ name }) => name)).toEqual(["Seen by keys"]);
});
