import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { startTestServer, type TestServer } from "../support/server";

const EVENTS = 50_000;
const PER_POST = 2_500;
const AT_ONCE = 3;

let database: TestDatabase;
let servers: TestServer[];
beforeAll(async () => {
  database = await createTestDatabase();
  const start = () =>
    startTestServer({ databaseUrl: database.url, pages: false, env: { ERRATA_BOOTSTRAP_KEY: KEY } });
  servers = [await start(), await start()];
});
afterAll(async () => {
  for (const server of servers ?? []) await server.kill();
  await database?.drop();
});

const KEY = "a-key-that-both-processes-know-of";
const now = Date.now();

function eventOf(at: number) {
  const hex = createHash("sha256").update(String(at)).digest("hex");
  return {
    event_id: `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`,
    reference: `err_${hex.slice(0, 8)}`,
    occurred_at: new Date(now - (at % 7_200) * 1_000).toISOString(),
    ...{ tool: `tool_${at % 7}`, service: `service_${at % 3}`, tenant: `tenant_${at % 11}` },
    ...{ code: at % 5 === 0 ? "internal_error" : `code_${at % 13}`, class: "transient" },
  };
}

type Counts = { accepted: number; duplicate: number; conflict: number; rejected: number };

/** Sends the events in this order; what each post was answered with. */
async function feed({ url }: TestServer, order: readonly number[]): Promise<Counts[]> {
  const posts: number[][] = [];
  for (let at = 0; at < order.length; at += PER_POST) posts.push(order.slice(at, at + PER_POST));
  const answers: Counts[] = [];
  const work = async () => {
    for (let post = posts.shift(); post !== undefined; post = posts.shift()) {
      const response = await fetch(`${url}/api/v1/events?results=rejected`, {
        method: "POST",
        headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
        body: JSON.stringify(post.map(eventOf)),
      });
      expect(response.status).toBe(200);
      answers.push((await response.json()) as Counts);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return answers;
}

const sumOf = (answers: readonly Counts[], name: keyof Counts) =>
  answers.reduce((sum, answer) => sum + answer[name], 0);

test("two processes fed the same 50,000 events at once, in different orders, store and count each once", async () => {
  const order = Array.from({ length: EVENTS }, (_, at) => at);
  // 7,919 is prime and no divisor of their number, so that it reaches each of them once.
  const other = order.map((at) => (at * 7_919 + 17) % EVENTS);
  expect(new Set(other).size).toBe(EVENTS);
  const [one, two] = servers as [TestServer, TestServer];
  const answers = (await Promise.all([feed(one, order), feed(two, other)])).flat();

  expect(sumOf(answers, "accepted")).toBe(EVENTS);
  expect(sumOf(answers, "duplicate")).toBe(EVENTS);
  expect(sumOf(answers, "conflict") + sumOf(answers, "rejected")).toBe(0);
  const [stored] = await database.sql`
    select count(*)::int as events, count(distinct event_id)::int as ids from events`;
  expect(stored).toEqual({ events: EVENTS, ids: EVENTS });
  const hours = await database.sql`
    select s.level, sum(r.q0 + r.q1 + r.q2 + r.q3)::int as events
    from rollup_hours r join series s using (series_id) group by 1 order by 1`;
  expect(hours.length).toBe(3);
  for (const { level, events } of hours) expect([level, events]).toEqual([level, EVENTS]);
  const counted = await database.sql`
    select measure, sum(items)::int as items from intake_counts
    where measure in ('accepted', 'duplicate') group by 1 order by 1`;
  expect(counted).toMatchObject([
    { measure: "accepted", items: EVENTS },
    { measure: "duplicate", items: EVENTS },
  ]);
});
