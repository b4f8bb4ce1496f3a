import { afterAll, beforeAll, expect, it } from "vitest";
import type { Runtime, ServiceContext } from "@/lib/services/context";
import { recordEvents } from "@/lib/services/events/record-events";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { keyContext, openTestRuntime } from "../support/runtime";

let database: TestDatabase;
let rt: Runtime;
let ctx: ServiceContext;

beforeAll(async () => {
  database = await createTestDatabase();
  rt = openTestRuntime(database);
  ctx = await keyContext(rt);
});
afterAll(async () => {
  await rt.close();
  await database.drop();
});

const send = (items: readonly unknown[]) =>
  recordEvents(ctx, { items: items.map((item) => ({ item, unreadable: null, sanitized: false })) });

let serial = 0;
function event(parts: Record<string, unknown> = {}) {
  serial += 1;
  return {
    reference: `err_${serial.toString().padStart(6, "0")}`,
    tool: "issue_refund",
    code: "invalid_status",
    class: "validation",
    occurred_at: new Date(Date.now() - 60_000).toISOString(),
    event_id: crypto.randomUUID(),
    ...parts,
  };
}

const many = (count: number) => Array.from({ length: count }, () => event());

const COLUMNS =
  "source_id, content_hash, skeleton, tool, code, class, effect, unmapped, retryable, idempotency_key, \
arguments_hash, attempt, turn, run_id, call_id, trace_id, span_id, tenant, environment, service, release, marks, body";

it("stores the same in a large batch, which is copied, as in a small one, which is inserted", async () => {
  const odd = [
    {
      message: 'tab\t newline\n return\r backslash \\ \\N \\. \\t "quoted" {braces,} \u2028 é 😀',
      hint: "\\",
    },
    {
      tool: "a\\b",
      tenant: "\\N",
      service: "x\ty",
      environment: "\\.",
      release: "null",
      run_id: "\\\\",
      call_id: "\\.",
    },
    {
      code: 404,
      class: "wat",
      turn: 0,
      attempt: 3,
      retryable: false,
      trace_id: "A".repeat(32),
      span_id: "b".repeat(16),
    },
    { effect: "absent", arguments_hash: "h\\", attributes: { a: "\t", b: [1, null, "\\n"] }, message: "" },
  ];
  const large = odd.map((parts) => event(parts));
  // Another event, since it is told apart by its id alone; its content is hashed with the id.
  const small = large.map((item) => ({ ...item, event_id: crypto.randomUUID() }));
  expect(await send([...large, ...many(200)])).toMatchObject({ accepted: 204 });
  expect(await send(small)).toMatchObject({ accepted: 4 });
  const read = (items: readonly { event_id: string }[]) =>
    database.sql.unsafe(
      `select ${COLUMNS.replace("content_hash, ", "")} from events where event_id = any($1::text::uuid[]) order by reference`,
      [`{${items.map(({ event_id }) => event_id).join(",")}}`],
    );
  expect([...(await read(large))]).toEqual([...(await read(small))]);
  expect(await read(large)).toHaveLength(4);
});

it("stores and counts what is new in a large batch that holds known events, and names the known", async () => {
  const known = many(3);
  expect(await send(known)).toMatchObject({ accepted: 3 });
  const counted = async () =>
    Number(
      (
        await database.sql`select coalesce(sum(q0 + q1 + q2 + q3), 0)::int as n from rollup_hours r
      join series using (series_id) where level = 'full'`
      )[0]?.n,
    );
  const before = await counted();
  const fresh = many(300);
  const other = { ...known[1], message: "something else" };
  const answer = await send([...fresh.slice(0, 150), known[0], other, ...fresh.slice(150), fresh[7]]);
  expect(answer).toMatchObject({ accepted: 300, duplicate: 2, conflict: 1, rejected: 0 });
  expect(answer.results[150]?.status).toBe("duplicate");
  expect(answer.results[151]?.status).toBe("conflict");
  expect((await counted()) - before).toBe(300);
  expect(await database.sql`select from events`).toHaveLength(await counted());
});

it("stores a large batch that lies in several partitions", async () => {
  const days = Array.from({ length: 200 }, (_, index) =>
    event({ occurred_at: new Date(Date.now() - (index % 40) * 86_400_000).toISOString() }),
  );
  expect(await send(days)).toMatchObject({ accepted: 200 });
  expect(await send(days)).toMatchObject({ duplicate: 200 });
});
