import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { recordCalls } from "@/lib/services/calls/record-calls";
import type { Runtime, ServiceContext } from "@/lib/services/context";
import { judgeSilences } from "@/lib/services/silence/judge-silences";
import { listSilences } from "@/lib/services/silence/list-silences";
import { failure, personContext, report } from "../reading/failures";
import { createTestDatabase, type TestDatabase } from "../support/database";
import { keyContext, openTestRuntime } from "../support/runtime";
import { hoursAgo, release } from "./world";

let database: TestDatabase;
let rt: Runtime;
let key: ServiceContext;
let engineer: ServiceContext;

const DAY = 24;
const SILENT_FOR = 6 * DAY;
const judge = (now = new Date()) => judgeSilences({ ...rt, now: () => now });
const list = (ctx: ServiceContext, parts: Parameters<typeof listSilences>[1] | object = {}) =>
  listSilences(ctx, { limit: 100, ...parts });

/** A failure every third hour from so many hours ago until so many. */
function failures(from: number, until: number, parts: Record<string, unknown>) {
  const items = [];
  for (let hour = from; hour > until; hour -= 3)
    items.push(failure({ occurred_at: hoursAgo(hour), ...parts }));
  return items;
}

async function call(parts: Record<string, unknown>, from: number, until: number) {
  const calls = [];
  for (let hour = from; hour > until; hour -= 1)
    calls.push({ minute: `${hoursAgo(hour).slice(0, 16)}:00Z`, count: 40, ...parts });
  const item = { report_id: crypto.randomUUID(), calls };
  const answer = await recordCalls(key, { items: [{ item, unreadable: null }] });
  if (answer.rejected > 0) throw new Error(`${answer.rejected} rejected`);
}

const HIDDEN = { service: "payments", tool: "issue_refund", code: "card_declined", class: "semantic" };
const UNMAPPED = { service: "payments", tool: "issue_refund", code: "internal_error", class: "system" };
const FIXED = { service: "booking", tool: "book_slot", code: "slot_taken", class: "not_found" };
const QUIET = { service: "mail", tool: "send_email", code: "relay_busy", class: "transient" };

beforeAll(async () => {
  database = await createTestDatabase();
  rt = openTestRuntime(database);
  key = await keyContext(rt);
  engineer = personContext(rt, ["engineer"]);
  const since = 40 * DAY;
  const parts = { environment: "production", tenant: "ours" };
  await report(key, [
    ...failures(since, SILENT_FOR, { ...parts, ...HIDDEN }),
    ...failures(SILENT_FOR - 1, 1, { ...parts, ...UNMAPPED }),
    ...failures(since, SILENT_FOR, { ...parts, ...FIXED, tenant: "theirs" }),
    ...failures(since, SILENT_FOR, { ...parts, ...QUIET, tenant: "theirs" }),
    ...failures(since, 1, { ...parts, ...QUIET, tool: "read_mail", code: "mailbox_full", tenant: "theirs" }),
    ...failures(since, 0, { ...parts, ...HIDDEN, tool: "look_up", code: "still_here" }),
  ]);
  await call({ service: "payments", tool: "issue_refund", ...parts }, since, 0);
  await call({ service: "booking", tool: "book_slot", ...parts, tenant: "theirs" }, since, 0);
  await call({ service: "mail", tool: "send_email", ...parts, tenant: "theirs" }, since, SILENT_FOR);
  await release(key, [
    {
      service: "payments",
      release: "1.4.0",
      released_at: hoursAgo(SILENT_FOR),
      url: "https://git.example/1.4.0",
    },
    { service: "payments", release: "1.5.0", released_at: hoursAgo(DAY) },
  ]);
  await judge();
}, 120_000);
afterAll(async () => {
  await rt.close();
  await database.drop();
});

describe("codes that have gone silent", () => {
  it("are found with what is known of them, and those that still come are not", async () => {
    const { items, judged_at } = await list(engineer);
    expect(judged_at).not.toBeNull();
    expect(Object.fromEntries(items.map(({ code, state }) => [code, state]))).toEqual({
      card_declined: "hidden",
      slot_taken: "fixed",
      relay_busy: "no_traffic",
    });
  });

  it("are paired with the release and the rise of unmapped failures on the same tool", async () => {
    const { items } = await list(engineer, { code: ["card_declined"] });
    expect(items).toMatchObject([
      {
        ...{ tool: "issue_refund", service: "payments", environment: "production", tenant: null },
        ...{ release: "1.4.0", release_url: "https://git.example/1.4.0", returned_at: null },
        evidence: { unmapped_since: 48, unmapped_expected: 0 },
      },
    ]);
    expect(items[0]?.why).toContain("since release 1.4.0");
    const since = Date.parse(items[0]?.since ?? "");
    expect(Math.abs(since - Date.parse(hoursAgo(SILENT_FOR)))).toBeLessThan(5 * 3_600_000);
  });

  it("are shown to the confined as judged within their tenants, by nothing of others", async () => {
    const ours = await list(personContext(rt, ["engineer"], { tenants: ["ours"] }));
    expect(ours.items.map(({ code, tenant }) => [code, tenant])).toEqual([["card_declined", "ours"]]);
    const elsewhere = await list(personContext(rt, ["engineer"], { services: ["booking"] }));
    expect(elsewhere.items.map(({ code }) => code)).toEqual(["slot_taken"]);
    expect((await list(personContext(rt, ["engineer"], { tenants: ["nobody"] }))).items).toEqual([]);
  });

  it("come a page at a time, the newest silence first", async () => {
    const all = (await list(engineer)).items.map(({ code }) => code);
    const first = await list(engineer, { limit: 2 });
    const rest = await list(engineer, { limit: 2, cursor: first.next_cursor });
    expect([...first.items, ...rest.items].map(({ code }) => code)).toEqual(all);
    expect(rest.next_cursor).toBeNull();
  });

  it("keep when they were noticed, and have returned once they are seen again", async () => {
    const [before] = (await list(engineer, { code: ["slot_taken"] })).items;
    await judge();
    const [again] = (await list(engineer, { code: ["slot_taken"] })).items;
    expect(again).toMatchObject({ noticed_at: before?.noticed_at, since: before?.since });
    await report(key, [
      failure({ ...FIXED, environment: "production", tenant: "theirs", occurred_at: hoursAgo(1) }),
    ]);
    await judge();
    const [returned] = (await list(engineer, { code: ["slot_taken"] })).items;
    expect(returned).toMatchObject({ state: "returned", since: before?.since });
    expect(Date.parse(returned?.returned_at ?? "")).toBeGreaterThan(Date.parse(hoursAgo(3)));
  });
});
