import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { foldDays } from "@/lib/duties/fold-days";
import { rollDays } from "@/lib/duties/roll-days";
import { trimIntake } from "@/lib/duties/trim-intake";
import type { Runtime, ServiceContext } from "@/lib/services/context";
import { recordEvents } from "@/lib/services/events/record-events";
import { listLeaks } from "@/lib/services/intake/list-leaks";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { keyContext, openTestRuntime } from "../support/runtime";

let database: TestDatabase;
let rt: Runtime;
let ctx: ServiceContext;

/** The moment at which all is received here; what happened before it came late. */
const NOW = new Date("2026-11-30T00:10:00Z");
const LEAK = "cannot read /srv/app/config/production.yml";

beforeAll(async () => {
  database = await createTestDatabase();
  rt = openTestRuntime(database);
  ctx = await keyContext(rt, { now: () => NOW });
});
beforeEach(async () => {
  await database.sql`truncate leaks`;
});
afterAll(async () => {
  await rt.close();
  await database.drop();
});

const event = (occurred_at: string, parts: Record<string, unknown> = {}) => ({
  ...{ reference: "err_7c1f9a", event_id: crypto.randomUUID(), tool: "issue_refund", code: "declined" },
  ...{ occurred_at, message: LEAK, ...parts },
});

async function send(...events: unknown[]): Promise<void> {
  const items = events.map((item) => ({ item, unreadable: null, sanitized: false }));
  expect(await recordEvents(ctx, { items })).toMatchObject({ accepted: events.length });
}

it("is seen when it happened, by day, first and last, in whatever order and however late it came", async () => {
  const late = event("2026-11-29T23:50:00Z", { reference: "err_late01", message: `${LEAK}, first` });
  const middle = event("2026-11-29T23:55:00Z");
  const newest = event("2026-11-29T23:59:59.9999999Z", { reference: "err_newest", message: `${LEAK}, last` });
  await send(newest, middle);
  await send(late);
  await send(event("2026-11-30T00:05:00Z"));
  const { items } = await listLeaks(ctx, { from: "2026-11-29", to: "2026-11-29" });
  expect(items).toMatchObject([
    {
      ...{
        tool: "issue_refund",
        events: 3,
        failures: 3,
        share: 1,
        last_seen_at: "2026-11-29T23:59:59.999999Z",
      },
      parts: [
        {
          ...{ events: 3, example: "cannot read [path], last", example_reference: "err_newest" },
          ...{ first_seen_at: "2026-11-29T23:50:00.000000Z", last_seen_at: "2026-11-29T23:59:59.999999Z" },
        },
      ],
    },
  ]);
  expect((await listLeaks(ctx, { from: "2026-11-30" })).items).toMatchObject([{ events: 1 }]);
});

it("counts the failures of a tool alike before its days are rolled and folded, between and after", async () => {
  const failed = (at: string, parts: Record<string, unknown>) => event(at, { tool: "ship_item", ...parts });
  await send(
    failed("2026-11-27T00:00:00Z", { tenant: "acme", service: "shop" }),
    failed("2026-11-27T23:59:59Z", { tenant: "globex", service: "shop", message: "Nothing of ours." }),
    failed("2026-11-28T12:00:00Z", { tenant: "globex", service: "depot", class: "transient" }),
    failed("2026-11-29T00:00:00Z", { tenant: "acme", service: "shop" }),
  );
  const failures = () =>
    Promise.all(
      [{}, { service: ["shop"] }, { tenant: ["globex"] }].map(async (filters) => {
        const { items } = await listLeaks(ctx, { from: "2026-11-27", to: "2026-11-28", ...filters });
        return items.map((item) => item.failures);
      }),
    );
  expect(await failures()).toEqual([[3], [2], [2]]);
  for (const duty of [rollDays, foldDays]) {
    await duty.run({ ...rt, now: ctx.now });
    expect(await failures()).toEqual([[3], [2], [2]]);
  }
  expect(await database.sql`select from folded_days where key = 'ship_item'`).not.toHaveLength(0);
});

/** Rows as many events would leave them: so many codes of a tool, each with its row of the whole. */
async function leave(tool: string, codes: number, day = "2026-11-30"): Promise<void> {
  await database.sql`
    insert into leaks (leak_id, day, tool, kind, field, code, events, example, example_reference, example_event_id,
      example_occurred_at, first_seen_at, last_seen_at)
    select gen_random_uuid(), ${day}, ${tool}, 'path', field, 'code_' || n, 2, '[path]', 'err_7c1f9a', '-', ${day},
      ${day}, ${day}
    from generate_series(1, ${codes}::int) as n, unnest(array['', 'message', 'hint']) as field`;
}

it("counts every leak, however many rows there are, and says which lists are cut", async () => {
  await leave("issue_refund", 1_500);
  await leave("book_slot", 2);
  const { tools, items } = await listLeaks(ctx, { from: "2026-11-30" });
  expect(tools).toBe(2);
  expect(items).toMatchObject([
    { tool: "issue_refund", events: 3_000, parts_found: 3_000 },
    { tool: "book_slot", events: 4, parts_found: 4 },
  ]);
  expect(items.map(({ parts }) => parts.length)).toEqual([50, 4]);
});

it("lists the tools that leak most, and how many there are", async () => {
  await database.sql`
    insert into leaks (leak_id, day, tool, kind, field, code, events, example, example_reference, example_event_id,
      example_occurred_at, first_seen_at, last_seen_at)
    select gen_random_uuid(), '2026-11-30', 'tool_' || n, 'sql', field, 'declined', n, '[sql]', 'err_7c1f9a', '-', now(),
      now(), now()
    from generate_series(1, 230) as n, unnest(array['', 'message']) as field`;
  for (const kind of [undefined, ["sql" as const]]) {
    const { tools, items } = await listLeaks(ctx, { from: "2026-11-30", kind });
    expect([tools, items.length, items[0]?.tool, items.at(-1)?.tool]).toEqual([
      230,
      200,
      "tool_230",
      "tool_31",
    ]);
  }
  const none = await listLeaks(ctx, { from: "2026-11-30", kind: ["trace"] });
  expect(none).toMatchObject({ tools: 0, items: [] });
});

it("is forgotten with the events of its day, and not before", async () => {
  const days = rt.env.ERRATA_RETENTION_DAYS;
  const dayBack = (back: number) => new Date(NOW.getTime() - back * 86_400_000).toISOString().slice(0, 10);
  for (const back of [days + 1, days, days - 1]) await leave("issue_refund", 1, dayBack(back));
  await leave("book_slot", 2_000, dayBack(days + 30));
  await trimIntake.run({ ...rt, now: () => NOW });
  const rows = await database.sql`select distinct day::text from leaks order by 1`;
  expect(rows.map(({ day }) => day)).toEqual([dayBack(days), dayBack(days - 1)]);
});
