// over 250 lines because each way in which an item can be decided is walked in one world.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openQuarantineWorld, type QuarantineWorld, SET_TOOL, toolless } from "./world";

let world: QuarantineWorld;
beforeAll(async () => {
  world = await openQuarantineWorld();
});
afterAll(() => world.close());

/** Sends items to the door that refuses them; their quarantine rows, by reference. */
async function refuse(items: Record<string, unknown>[], pins = {}) {
  const answer = await world.send("events", items, pins);
  expect(answer.rejected).toBe(items.length);
  const { sql } = world.database;
  const references = items.map(({ reference }) => String(reference));
  return sql<{ quarantine_id: number; reference: string }[]>`
    select quarantine_id::int, reference from quarantine where reference = any(${references}) order by quarantine_id`;
}
const idsOf = (rows: readonly { quarantine_id: number }[]) => rows.map(({ quarantine_id }) => quarantine_id);

describe("an item that is mended and sent again", () => {
  it("becomes the event it should have been, counted once and as accepted", async () => {
    const item = toolless({ service: "billing" });
    const rows = await refuse([item]);
    const preview = await world.preview({ ids: idsOf(rows) }, SET_TOOL);
    expect(preview).toMatchObject({ total: 1, examples: [{ outcome: "accepted", event_id: item.event_id }] });
    expect(JSON.parse(preview.examples[0]?.after ?? "")).toMatchObject({ tool: "refund_payment" });
    const { sql } = world.database;
    const stored = () =>
      sql`select event_id, tool, service, marks from events where reference = ${item.reference}`;
    expect(await stored()).toHaveLength(0);

    const over = await world.replay({ ids: idsOf(rows) }, SET_TOOL);
    expect(over).toMatchObject({ state: "done", total: 1, accepted: 1 });
    expect(await stored()).toEqual([
      { event_id: item.event_id, tool: "refund_payment", service: "billing", marks: [] },
    ]);
    expect(await world.read(rows[0]?.quarantine_id ?? 0)).toMatchObject({
      state: "replayed",
      replayed_as: item.event_id,
      decided_by: "Somebody",
    });
    const [rolled] =
      await sql`select sum(q0 + q1 + q2 + q3)::int as n from rollup_hours join series using (series_id)
      where level = 'full' and tool = 'refund_payment'`;
    expect(rolled?.n).toBe(1);
    const counted = await sql`select measure, sum(items)::int as items from intake_counts
      where measure in ('accepted', 'rejected') group by 1 order by 1`;
    expect(counted).toEqual([
      { measure: "accepted", items: 1 },
      { measure: "rejected", items: 1 },
    ]);
  });

  it("is a duplicate when its producer mended it first, and leaves quarantine all the same", async () => {
    const item = toolless();
    const rows = await refuse([item]);
    await world.send("events", { ...item, tool: "refund_payment" });
    const over = await world.replay({ ids: idsOf(rows) }, SET_TOOL);
    expect(over).toMatchObject({ duplicate: 1, accepted: 0 });
    expect(await world.read(idsOf(rows)[0] ?? 0)).toMatchObject({ state: "replayed" });
  });

  it("stays open with its new reason when the door refuses it again, and leaves no second row", async () => {
    const item = toolless({ turn: -1 });
    const rows = await refuse([item]);
    const over = await world.replay({ ids: idsOf(rows) }, SET_TOOL);
    expect(over).toMatchObject({ rejected: 1, accepted: 0 });
    const items = await world.items(over.replay_id);
    expect(items.items).toMatchObject([{ outcome: "rejected", code: "invalid_turn" }]);
    expect(await world.readReplay(over.replay_id)).toMatchObject({
      not_stored: [{ outcome: "rejected", code: "invalid_turn", count: 1 }],
    });
    const { sql } = world.database;
    expect(await sql`select state from quarantine where reference = ${item.reference}`).toEqual([
      { state: "open" },
    ]);
  });

  it("that conflicts stays open, and becomes an event of its own once its identity is removed", async () => {
    const item = { ...toolless(), tool: "refund_payment" };
    await world.send("events", item);
    expect((await world.send("events", { ...item, message: "Another." })).conflict).toBe(1);
    const { items } = await world.list(`?q=${item.reference}`);
    const ids = items.map(({ quarantine_id }) => quarantine_id);
    expect(await world.replay({ ids }, [])).toMatchObject({ conflict: 1 });
    expect(await world.replay({ ids }, [{ op: "remove", path: "event_id" }])).toMatchObject({ accepted: 1 });
  });

  it("without id and time happened when it last came, and counts once", async () => {
    const { event_id: _id, occurred_at: _at, ...item } = toolless();
    const rows = await refuse([item]);
    expect(await world.replay({ ids: idsOf(rows) }, SET_TOOL)).toMatchObject({ accepted: 1 });
    const { sql } = world.database;
    const [event] = await sql`select e.occurred_at = q.last_received_at as by_receipt, e.marks from events e
      join quarantine q on q.reference = e.reference where e.reference = ${item.reference}`;
    expect(event).toEqual({ by_receipt: true, marks: [] });
    // The producer sends the same, mended, within the day: it is the same failure.
    expect(await world.send("events", { ...item, tool: "refund_payment" })).toMatchObject({ duplicate: 1 });
  });

  it("never leaves the tenant that its key was pinned to", async () => {
    const item = toolless({ tenant: "globex", tool: "refund_payment" });
    const rows = await refuse([item], { tenant: "acme" });
    const set = [{ op: "set" as const, path: "tenant", value: "globex", when: "always" as const }];
    expect(await world.replay({ ids: idsOf(rows) }, set)).toMatchObject({ rejected: 1 });
    expect(await world.replay({ ids: idsOf(rows) }, [{ op: "remove", path: "tenant" }])).toMatchObject({
      accepted: 1,
    });
    const { sql } = world.database;
    expect(await sql`select tenant from events where reference = ${item.reference}`).toEqual([
      { tenant: "acme" },
    ]);
  });

  it("cannot be sent again from here when it is no JSON, or was cut", async () => {
    await world.send("events", [toolless({ message: "x".repeat(70_000) })]);
    const cut = (await world.list("?reason=tool_required&state=open")).items.find((item) => item.cut);
    expect(cut?.not_replayable).toMatchObject({ code: "payload_cut" });
    const over = await world.replay({ ids: [cut?.quarantine_id ?? 0] }, SET_TOOL);
    expect(over).toMatchObject({ skipped: 1 });
    expect((await world.items(over.replay_id)).items).toMatchObject([{ code: "payload_cut" }]);
  });
});

describe("every other door", () => {
  const at = new Date().toISOString();
  it.each([
    ["frames", { tool: "t", captured_at: at, raw: "Error: x\n    at f (a.js:1:2)" }, "reference"],
    [
      "recoveries",
      { run_id: "run", code: "timeout", attempts: 2, outcome: "recovered", occurred_at: at },
      "tool",
    ],
    ["releases", { release: "1.2.3", released_at: at }, "service"],
    ["calls", { report_id: randomUUID(), calls: [{ minute: at, count: 3 }] }, "tool"],
  ] as const)("%s takes what is mended, once", async (door, item, path) => {
    const answer = await world.send(door, item);
    expect(answer.rejected).toBe(1);
    const { items } = await world.list(`?door=${door}&state=open`);
    const ids = items.map(({ quarantine_id }) => quarantine_id);
    const over = await world.replay({ ids }, [{ op: "set", path, value: `mended_${door}` }]);
    expect(over).toMatchObject({ total: 1, accepted: 1 });
    expect((await world.list(`?door=${door}&state=open`)).total).toBe(0);
  });
});

describe("a set", () => {
  it("is what the list shows for the same filter, and starts by its exact number only", async () => {
    await refuse([
      toolless({ service: "sets" }),
      toolless({ service: "sets" }),
      toolless({ service: "other" }),
    ]);
    const listed = await world.list("?service=sets&state=open");
    expect(listed).toMatchObject({ total: 2, facets: { reason: [{ value: "tool_required", count: 2 }] } });
    const frozen = await world.freeze({ service: ["sets"] }, SET_TOOL);
    expect(frozen).toMatchObject({ state: "frozen", total: 2, chosen_by: { service: ["sets"] } });
    await expect(world.start(frozen.replay_id, 3)).rejects.toThrow(/count_mismatch/);
    // What comes after the freezing is not in it.
    await refuse([toolless({ service: "sets" })]);
    await world.start(frozen.replay_id, 2);
    expect(await world.untilOver(frozen.replay_id)).toMatchObject({ accepted: 2, total: 2 });
    expect((await world.list("?service=sets&state=open")).total).toBe(1);
  });

  it("goes on page by page", async () => {
    await refuse(Array.from({ length: 5 }, () => toolless({ service: "pages" })));
    const seen = new Set<number>();
    for (let cursor: string | null = ""; cursor !== null; ) {
      const query: string = `?service=pages&limit=2${cursor && `&cursor=${cursor}`}`;
      const page = await world.list(query);
      for (const { quarantine_id } of page.items) seen.add(quarantine_id);
      cursor = page.next_cursor;
    }
    expect(seen.size).toBe(5);
  });
});

describe("dismissing", () => {
  it("needs the exact number and a note, is undone by its time, and never opens what was replayed", async () => {
    const rows = await refuse([toolless({ service: "dismissed" }), toolless({ service: "dismissed" })]);
    const choose = { service: ["dismissed"] };
    expect((await world.dismiss({ choose, count: 2, note: " " })).status).toBe(422);
    expect((await world.dismiss({ choose, count: 1, note: "noise" })).status).toBe(409);
    const response = await world.dismiss({ choose, count: 2, note: "A test run." });
    const { dismissed, dismissed_at } = (await response.json()) as {
      dismissed: number;
      dismissed_at: string;
    };
    expect(dismissed).toBe(2);
    expect(await world.read(idsOf(rows)[0] ?? 0)).toMatchObject({ state: "dismissed", note: "A test run." });
    expect(await (await world.reopen({ dismissed_at })).json()).toEqual({ reopened: 2 });
    await world.replay({ ids: idsOf(rows) }, SET_TOOL);
    expect(await (await world.reopen({ ids: idsOf(rows) })).json()).toEqual({ reopened: 0 });
  });
});

describe("who is confined", () => {
  it("sees, counts, mends and follows only what is theirs", async () => {
    const mine = await refuse([toolless({ tenant: "mine" })]);
    const theirs = await refuse([toolless({ tenant: "theirs" }), toolless()]);
    const confined = await world.makePerson({ roles: ["engineer"], tenants: ["mine"] });
    expect(await world.list("", confined)).toMatchObject({ total: 1, facets: { reason: [{ count: 1 }] } });
    for (const id of idsOf(theirs)) expect(await world.read(id, confined)).toBe(404);
    const all = { ids: [...idsOf(mine), ...idsOf(theirs)] };
    expect(await world.preview(all, SET_TOOL, confined)).toMatchObject({ total: 1, examples: [{}] });
    expect(await world.replay(all, SET_TOOL, confined)).toMatchObject({ total: 1, accepted: 1 });
    expect(
      (await world.dismiss({ choose: { ids: idsOf(theirs) }, count: 2, note: "x" }, confined)).status,
    ).toBe(422);
    const wide = await world.replay({ ids: idsOf(theirs) }, SET_TOOL);
    await expect(world.readReplay(wide.replay_id, confined)).rejects.toThrow(/replay_not_found/);
  });
});

describe("two at once", () => {
  it("over the same items: each is stored by one of them, the other finds it decided", async () => {
    const items = Array.from({ length: 450 }, () => toolless({ service: "race" }));
    await refuse(items);
    const choose = { service: ["race"] };
    const other: typeof SET_TOOL = [{ op: "set", path: "tool", value: "capture_payment" }];
    const both = await Promise.all([world.freeze(choose, SET_TOOL), world.freeze(choose, other)]);
    const { runReplayChunk } = await import("@/lib/services/replay-chunk");
    const { sql } = world.database;
    await sql`update replays set state = 'running', started_at = now() where replay_id = any(${both.map(({ replay_id }) => replay_id)}::uuid[])`;
    await Promise.all(
      both.map(async ({ replay_id }) => {
        for (;;) {
          const now = new Date().toISOString().replace("Z", "000Z");
          const { left } = await runReplayChunk(world.rt, replay_id, { limit: 50 }, now);
          if (left !== "some") return;
        }
      }),
    );
    const [one, two] = await Promise.all(both.map(({ replay_id }) => world.untilOver(replay_id)));
    expect((one?.accepted ?? 0) + (two?.accepted ?? 0)).toBe(450);
    expect((one?.skipped ?? 0) + (two?.skipped ?? 0)).toBe(450);
    const [stored] = await sql`select count(*)::int as n, count(distinct reference)::int as items from events
      where service = 'race'`;
    expect(stored).toEqual({ n: 450, items: 450 });
  });

  it("a stop in the middle: what is stored stays, the rest is open, and the five outcomes sum to all", async () => {
    const items = Array.from({ length: 600 }, () => toolless({ service: "stopped" }));
    await refuse(items);
    const frozen = await world.freeze({ service: ["stopped"] }, SET_TOOL);
    await world.start(frozen.replay_id, 600);
    const response = await world.stop(frozen.replay_id);
    expect([200, 409]).toContain(response.status);
    const over = await world.untilOver(frozen.replay_id);
    expect(over.accepted + over.skipped).toBe(600);
    const { sql } = world.database;
    const [left] = await sql`select count(*) filter (where state = 'open')::int as open,
      (select count(*)::int from events where service = 'stopped') as stored
      from quarantine where service = 'stopped'`;
    expect(left).toEqual({ open: over.skipped, stored: over.accepted });
  });
});
