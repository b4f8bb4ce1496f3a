import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { residentMegabytes } from "../support/long-polls";
import { startTestServer, type TestServer } from "../support/server";

const LARGE_ITEMS = 4_000;
const FLOOD = 24;
/** Without the budget twice the flood took this process beyond 1,500 MB, and beyond 700 where large bodies took no turns. */
const RESIDENT_MOST_MB = 500;

let database: TestDatabase;
let server: TestServer;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({
    databaseUrl: database.url,
    pages: false,
    env: { ERRATA_INGEST_MB: "24" },
  });
});
afterAll(async () => {
  await server?.kill();
  await database?.drop();
});

const eventOf = (message: string) => {
  const event_id = randomUUID();
  const occurred_at = new Date(Date.now() - 60_000).toISOString();
  const names = { tool: "refund", code: "upstream_timeout", class: "transient" };
  return { event_id, reference: `err_${event_id.slice(0, 8)}`, occurred_at, ...names, message };
};

async function post(body: string | Uint8Array, encoding?: string) {
  const response = await fetch(`${server.url}/api/v1/events?results=rejected`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${server.key}`,
      "content-type": "application/json",
      ...(encoding === undefined ? {} : { "content-encoding": encoding }),
    },
    body: body as BodyInit,
  });
  const answer = (await response.json()) as { code?: string };
  return { status: response.status, code: answer.code, headers: response.headers };
}

test("more than can be held is refused with 429, small requests last, memory stays bounded, and what was accepted is there", async () => {
  const large = Array.from({ length: LARGE_ITEMS }, () =>
    eventOf("The status does not allow it. ".repeat(80)),
  );
  const plain = JSON.stringify(large);
  const zipped = gzipSync(plain);
  const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024, " "));
  const small = Array.from({ length: 100 }, () => eventOf("small"));

  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, residentMegabytes(server.pid));
  }, 50);
  const flood = Array.from({ length: FLOOD }, (_, at) => {
    if (at % 3 === 0) return post(plain);
    return post(at % 3 === 1 ? zipped : bomb, "gzip");
  });
  const smallAnswers = await Promise.all(small.map((event) => post(JSON.stringify(event))));
  const answers = await Promise.all(flood);
  clearInterval(watch);

  const statuses = new Set([...answers, ...smallAnswers].map(({ status }) => status));
  expect([...statuses].filter((status) => ![200, 413, 429].includes(status))).toEqual([]);
  expect(statuses.has(429)).toBe(true);
  for (const { status, code, headers } of answers)
    if (status === 429)
      expect([code, headers.get("retry-after"), headers.get("ratelimit-policy")]).toEqual([
        "buffer_full",
        "1",
        '"buffer_full";q=25165824;qu="content-bytes"',
      ]);
  expect(smallAnswers.every(({ status }) => status === 200)).toBe(true);
  expect(most).toBeLessThan(RESIDENT_MOST_MB);

  // Once there is room the same goes in, and everything is there once.
  expect((await post(plain)).status).toBe(200);
  const [stored] = await database.sql`
    select count(*)::int as events, count(distinct event_id)::int as ids from events`;
  expect(stored).toEqual({ events: LARGE_ITEMS + small.length, ids: LARGE_ITEMS + small.length });
});
