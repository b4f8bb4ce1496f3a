import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller } from "@/domain/permissions";
import { DEFAULT_SETTINGS } from "@/domain/settings";
import { authenticate } from "@/lib/http/authenticate";
import { addNote } from "@/lib/services/cases/add-note";
import { claimCase } from "@/lib/services/cases/claim-case";
import { openCase } from "@/lib/services/cases/open-case";
import { watchCase } from "@/lib/services/cases/watch-case";
import { createContext, type ServiceContext } from "@/lib/services/context";
import { followChanges } from "@/lib/services/live/follow-changes";
import { makePerson, openWorld, type World } from "../access/world";
import { type EventStream, openEventStream } from "../support/event-stream";
import { startTestServer, type TestServer } from "../support/server";
import { until } from "../support/until";

type Person = { id: string; cookie: string; ctx: ServiceContext };

let world: World;
let server: TestServer;
let ann: Person;
let bob: Person;
let sue: Person;
const streams: EventStream[] = [];

beforeAll(async () => {
  world = await openWorld();
  server = await startTestServer({
    ...{ databaseUrl: world.database.url, pages: false },
    env: { ERRATA_BASE_PATH: "/queue-of/ours" },
  });
  ann = await personOf("reconciler");
  bob = await personOf("reconciler");
  sue = await personOf("support");
});
afterAll(async () => {
  for (const stream of streams) stream.close();
  await server.stop();
  await world.close();
});

async function personOf(role: string): Promise<Person> {
  const { id, cookie } = await makePerson(world, { roles: [role] });
  const { caller } = await authenticate(world.rt, requestOf(cookie));
  return { id, cookie, ctx: contextOf(caller) };
}
const requestOf = (cookie: string) => new Request("http://errata.test/", { headers: { cookie } });
const contextOf = (caller: Caller) => createContext(world.rt, caller, DEFAULT_SETTINGS);

async function follow(who: Person, ...case_ids: string[]): Promise<EventStream> {
  const query = case_ids.map((id) => `case_id=${id}`).join("&");
  const stream = await openEventStream(`${server.url}/api/v1/live?${query}`, { cookie: who.cookie });
  streams.push(stream);
  return stream;
}
const openOne = async (by: Person = bob) =>
  (
    await openCase(by.ctx, {
      reason: "charged twice",
      report: { tool: "refund", idempotency_key: crypto.randomUUID() },
    })
  ).case_id;

test("another's move in another process appears at once, by name and time and nothing else", async () => {
  const case_id = await openOne();
  const stream = await follow(ann, case_id);
  expect(Object.fromEntries(stream.response.headers)).toMatchObject({
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
  });
  await stream.until("ready");
  await claimCase(bob.ctx, { case_id });
  await stream.until("queue");
  expect(await stream.until("case")).toEqual({
    event: "case",
    data: { case_id, at: expect.stringMatching(/^\d{4}-.*Z$/) },
  });
  stream.close();
});

test("a person is told of their own notices only", async () => {
  const case_id = await openOne();
  await watchCase(ann.ctx, { case_id });
  const [anns, sues] = [await follow(ann), await follow(sue)];
  await Promise.all([anns.until("ready"), sues.until("ready")]);
  await addNote(bob.ctx, { case_id, text: "looked" });
  await Promise.all([anns.until("notices"), sues.until("queue")]);
  expect(sues.seen.map(({ event }) => event)).not.toContain("notices");
  anns.close();
  sues.close();
});

test("of a case that one does not see nothing is said, nor once it has left one's reach", async () => {
  const [others, own] = [await openOne(bob), await openOne(sue)];
  const stream = await follow(sue, others, own);
  await stream.until("ready");
  await claimCase(bob.ctx, { case_id: others });
  await claimCase(ann.ctx, { case_id: own });
  expect((await stream.until("case")).data).toMatchObject({ case_id: own });
  await world.database.sql`update cases set reporter_ids = '{}' where case_id = ${own}`;
  await addNote(bob.ctx, { case_id: own, text: "moved on" });
  await addNote(bob.ctx, { case_id: others, text: "moved on" });
  await stream.until("queue");
  const cases = stream.seen.filter(({ event }) => event === "case").map(({ data }) => data);
  expect(cases).toEqual([{ case_id: own, at: expect.any(String) }]);
  stream.close();
});

test("a burst of changes is a handful of events, and the last of them is never left out", async () => {
  const case_id = await openOne();
  const stream = await follow(ann, case_id);
  await stream.until("ready");
  const began = performance.now();
  for (let at = 1; at < 60; at += 1) await addNote(bob.ctx, { case_id, text: `note ${at}` });
  const last = new Date().toISOString();
  await addNote(bob.ctx, { case_id, text: "the last note" });
  const isAfter = ({ event, data }: { event: string; data: unknown }) =>
    event === "case" && (data as { at: string }).at >= last;
  while (!stream.seen.some(isAfter)) await stream.until("case");
  const seconds = (performance.now() - began) / 1000;
  const cases = stream.seen.filter(({ event }) => event === "case");
  expect(cases.length).toBeLessThanOrEqual(2 * seconds + 2);
  stream.close();
});

test("a person follows by twenty pages at once; the next is refused until one has gone", async () => {
  const cleo = await personOf("reconciler");
  const pages = await Promise.all(Array.from({ length: 20 }, () => follow(cleo)));
  await Promise.all(pages.map((page) => page.until("ready")));
  const refused = await follow(cleo);
  expect(refused.response.status).toBe(429);
  expect(refused.response.headers.get("retry-after")).toBe("5");
  pages[0]?.close();
  const again = await until(async () => {
    const tried = await follow(cleo);
    expect(tried.response.status).toBe(200);
    return tried;
  });
  for (const page of [...pages, again]) page.close();
});

test("without a session there is no stream", async () => {
  const response = await fetch(`${server.url}/api/v1/live`);
  expect([response.status, (await response.json()).code]).toEqual([401, "unauthenticated"]);
});

test("it ends within a heartbeat of the session, of the role, and at once when the process stops", async () => {
  const dan = await personOf("reconciler");
  const follows = (who: Person, signal = new AbortController().signal) =>
    followChanges(who.ctx, {
      ...{ case_ids: [], signal, heartbeatMs: 20 },
      renew: async () => {
        const found = await authenticate(world.rt, requestOf(who.cookie)).catch(() => null);
        return found && contextOf(found.caller);
      },
    });
  const names = async (changes: ReturnType<typeof follows>, act: () => Promise<unknown>) => {
    const events: string[] = [];
    for await (const { event } of changes) {
      events.push(event);
      if (events.length === 2) await act();
    }
    return new Set(events);
  };
  const signOut = () => world.database.sql`delete from sessions where person_id = ${dan.id}`;
  expect(await names(follows(dan), signOut)).toEqual(new Set(["ready", "heartbeat", "end"]));
  const eve = await personOf("reconciler");
  const demote = () => world.database.sql`update people set roles = '{}' where id = ${eve.id}`;
  expect(await names(follows(eve), demote)).toEqual(new Set(["ready", "heartbeat", "end"]));
  const gone = new AbortController();
  const waiting = world.rt.hub.size;
  const left = names(follows(ann, gone.signal), async () => gone.abort());
  expect(await left).toEqual(new Set(["ready", "heartbeat"]));
  expect(world.rt.hub.size).toBe(waiting);
  const stream = await follow(ann);
  await stream.until("ready");
  const stopped = server.stop();
  expect(await stream.ended).toBe("ended");
  expect(stream.response.status).toBe(200);
  await stopped;
});
