import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROLE_CAPABILITIES, ROLES } from "@/domain/permissions";
import type { RouteHandler } from "@/lib/http/define-route";
import { descriptionOf, type RouteDescription } from "@/lib/http/route-description";
import { examplesOf, HOSTILE, spoilt } from "./hostile-values";
import { call, makePerson, openWorld, type World } from "./world";

const ROOT = join(import.meta.dirname, "../../app/api/v1");
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];
/** Bodies that are no object of ours at all. */
const NO_BODIES = [
  "{",
  "null",
  "[]",
  "1",
  '"x"',
  '{"__proto__":{"a":1}}',
  "[".repeat(20_000),
  "\u0000",
  "\ufeff{}",
];
/** Of every request that could be made, only so many of each door: the first and then every so manieth. `FUZZ_RUNS=500` for a long one. */
const MOST_EACH = Number(process.env.FUZZ_RUNS ?? 45);

type Door = { name: string; method: string; handler: RouteHandler; says: RouteDescription };
type Sent = { what: string; params?: Record<string, string>; query?: string; body?: unknown };

let world: World;
let cookie: string;
let ids: Record<string, string>;
let doors: Door[];

beforeAll(async () => {
  world = await openWorld({ ERRATA_SECRETS_KEY: Buffer.alloc(32, 7).toString("base64") });
  cookie = (await makePerson(world, { roles: [...ROLES] })).cookie;
  doors = (await Promise.all(routes().map(doorsOf))).flat();
  ids = await somethingToName();
});
afterAll(() => world.close());

function routes(): string[] {
  const files = readdirSync(ROOT, { recursive: true, encoding: "utf8" });
  return files.filter((file) => file.endsWith("route.ts")).sort();
}

async function doorsOf(file: string): Promise<Door[]> {
  const module: Record<string, unknown> = await import(join(ROOT, file));
  return METHODS.flatMap((method) => {
    const handler = module[method];
    const says = descriptionOf(handler);
    const name = `${method} /${file.replace(/\/route\.ts$/, "")}`;
    return says === null ? [] : [{ name, method, handler: handler as RouteHandler, says }];
  });
}

/** One of each thing that a path can name, so that what comes after the look-up is reached. */
async function somethingToName(): Promise<Record<string, string>> {
  const make = async (path: string, body: unknown) => {
    const door = doors.find(({ name }) => name === `POST /${path}`);
    const response = await call(door?.handler ?? (() => Promise.reject(new Error(path))), { cookie, body });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const { case_id } = await make("cases", { reason: "twice", tool: "refund", idempotency_key: "k" });
  const webhook = await make("webhooks", {
    name: "w",
    url: "https://93.184.216.34/",
    types: ["case.settled"],
  });
  const { bulk_id } = await make("bulk-actions", { kind: "claim", choose: { case_ids: [case_id] } });
  return { case_id, bulk_id, id: webhook.subscription_id, tool: "refund" };
}

const held = new Set(ROLES.flatMap((role) => ROLE_CAPABILITIES[role]));
const callerFor = ({ capability }: RouteDescription) =>
  capability === null || [capability].flat().some((one) => held.has(one as never))
    ? { cookie }
    : { key: world.bootstrapKey };

function paramsOf(name: string): Record<string, string> {
  const names = [...name.matchAll(/\[(\w+)\]/g)].map(([, one]) => one ?? "");
  return Object.fromEntries(names.map((one) => [one, ids[one] ?? randomUUID()]));
}

function* requestsOf({ name, says }: Door): Generator<Sent> {
  const params = paramsOf(name);
  const texts = HOSTILE.filter((one) => typeof one === "string");
  const item = says.accepts !== undefined && says.accepts !== "bytes" ? says.accepts.item : undefined;
  const body = says.body ?? item;
  const [first] = body === undefined ? [] : examplesOf(body);
  for (const one of Object.keys(params))
    for (const text of texts)
      yield { what: `${one}=${show(text)}`, params: { ...params, [one]: text }, body: first };
  if (body !== undefined) {
    for (const sent of NO_BODIES) yield { what: show(sent), params, body: sent };
    for (const example of examplesOf(body))
      for (const one of spoilt(example))
        yield { what: `${one.field}=${show(one.hostile)}`, params, body: one.body };
  }
  const [query] = says.query === undefined ? [] : examplesOf(says.query);
  for (const one of Object.keys(query ?? {}).filter((field) => field !== "wait_seconds"))
    for (const text of texts) {
      const asked = new URLSearchParams({ [one]: text });
      yield { what: `?${one}=${show(text)}`, params, query: `?${asked}`, body: first };
    }
}

const show = (value: unknown) => JSON.stringify(value)?.slice(0, 60);

/** Evenly over all of them, so that no field of a large body is left out for another. */
function some(all: readonly Sent[]): Sent[] {
  const step = Math.max(1, all.length / MOST_EACH);
  return all.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
}

async function failureOf(door: Door, { what, ...sent }: Sent): Promise<string | null> {
  const response = await call(door.handler, { method: door.method, ...callerFor(door.says), ...sent });
  await response.body?.cancel();
  if (response.status < 500 || response.status === 503) return null;
  return `${response.status} ${door.name} ${what}`;
}

test("no value of any field of any door is a failure of ours", { timeout: 600_000 }, async () => {
  expect(doors.length).toBeGreaterThan(60);
  const failures: string[] = [];
  let count = 0;
  for (const door of doors) {
    const sent = some([...requestsOf(door)]);
    count += sent.length;
    for (let at = 0; at < sent.length; at += 8) {
      const answers = await Promise.all(sent.slice(at, at + 8).map((one) => failureOf(door, one)));
      failures.push(...answers.filter((one) => one !== null));
    }
  }
  expect(failures).toEqual([]);
  expect(count).toBeGreaterThan(2_000);
});
