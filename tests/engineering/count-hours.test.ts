import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { POST as postEvents } from "@/app/api/v1/events/route";
import { POST as postFrames } from "@/app/api/v1/frames/route";
import type { Effect } from "@/domain/effect";
import { ERROR_CLASSES } from "@/domain/errors";
import { addSeconds, instantFromDate } from "@/domain/instant";
import { lacksOf } from "@/domain/said-less";
import { countOldHours, countRecentHours } from "@/lib/duties/count-hours";
import { call, openWorld, type World } from "../access/world";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.database.sql`truncate events, frames, rollup_hours, rollup_minutes, code_hours, unmapped_hours,
    unmapped_groups, counted_hours`;
});

const NOW = new Date();
const count = (laterSeconds = 0, duty = countRecentHours) =>
  duty.run({ ...world.rt, now: () => new Date(NOW.getTime() + laterSeconds * 1000) });

type Item = Record<string, unknown>;
let made = 0;
const event = (parts: Item = {}): Item & { reference: string; event_id: string } => ({
  ...{ reference: `err_${++made}`, event_id: crypto.randomUUID() },
  ...{ tool: "pay", code: "internal_error", class: "system", message: "It broke.", effect: "absent" },
  ...{ occurred_at: addSeconds(instantFromDate(NOW).iso, -60), ...parts },
});
async function report(handler: typeof postEvents, items: unknown[]): Promise<void> {
  const answer = await call(handler, { key: world.bootstrapKey, body: items });
  expect(await answer.json()).toMatchObject({ accepted: items.length });
}
const framesOf = (of: { reference: string; event_id?: string }, name = "charge", parts: Item = {}) => ({
  ...{ reference: of.reference, event_id: of.event_id, tool: "pay", language: "python" },
  exceptions: [
    { type: "KeyError", message: `'${made}'`, frames: [{ file: "pay.py", function: name, in_app: true }] },
  ],
  ...parts,
});
const groups = () => world.database.sql<{ kind: string; top_frame: string | null; events: number }[]>`
  select g.kind, g.top_frame, g.code, g.class, g.shape, sum(h.events)::int as events, sum(h.unsafe)::int as unsafe
  from unmapped_groups g join unmapped_hours h using (group_id) group by g.group_id order by g.kind, g.top_frame, g.shape`;

it("groups unmapped failures by their frames, and never by what was said", async () => {
  const events = ["a", "b", "c"].map((message) => event({ message }));
  const other = event();
  await report(postEvents, [...events, other, event({ code: "invalid_status", class: "validation" })]);
  await report(postFrames, [...events.map((one) => framesOf(one)), framesOf(other, "refund")]);
  await count();
  expect(await groups()).toMatchObject([
    { kind: "frames", top_frame: "charge (pay.py)", events: 3 },
    { kind: "frames", top_frame: "refund (pay.py)", events: 1 },
  ]);
});

it("groups what has no frames by code and guessed class, and what is no code by what was sent in its place", async () => {
  await report(postEvents, [
    ...["x", "y"].map((message) => event({ message, class: "transient", retryable: true })),
    event({ class: "transient", retryable: true, idempotency_key: "k" }),
    event({ code: 404 }),
    event({ code: "500" }),
    event({ code: "404 Not Found" }),
    event({ code: "NO/such" }),
  ]);
  await count();
  expect(await groups()).toMatchObject([
    { kind: "malformed", shape: "number", events: 2 },
    { kind: "malformed", shape: "other", events: 1 },
    { kind: "malformed", shape: "words", events: 1 },
    { kind: "plain", code: "internal_error", class: "transient", events: 3, unsafe: 2 },
  ]);
});

it("finds frames that come without the event's id, and leaves those of another tenant or tool", async () => {
  const [own, elsewhere, otherTool] = [event({ tenant: "acme" }), event({ tenant: "acme" }), event()];
  await report(postEvents, [own, elsewhere, otherTool]);
  await report(postFrames, [
    framesOf({ reference: own.reference }, "charge", { tenant: "acme" }),
    framesOf({ reference: elsewhere.reference }, "charge", { tenant: "other" }),
    framesOf({ reference: otherTool.reference }, "charge", { tool: "refund" }),
  ]);
  await count();
  expect(await groups()).toMatchObject([
    { kind: "frames", events: 1 },
    { kind: "plain", events: 2 },
  ]);
});

it("takes up frames that come after the hour was looked through, and late events of old hours", async () => {
  const late = event({ occurred_at: addSeconds(instantFromDate(NOW).iso, -40 * 3600) });
  const first = event();
  await report(postEvents, [first]);
  await count();
  await report(postFrames, [framesOf(first)]);
  await report(postEvents, [late]);
  await count();
  expect(await groups()).toMatchObject([{ kind: "plain", events: 1 }]);
  await count(130);
  expect(await groups()).toMatchObject([{ kind: "frames", events: 1 }]);
  await count(130, countOldHours);
  expect(await groups()).toMatchObject([
    { kind: "frames", events: 1 },
    { kind: "plain", events: 1 },
  ]);
});

it("counts once when two look through at the same time", async () => {
  await report(postEvents, [event(), event()]);
  await Promise.all([count(), count(), count()]);
  expect(await groups()).toMatchObject([{ events: 2 }]);
});

it("forgets hours and groups without events, and never counts what is gone as none", async () => {
  await report(postEvents, [event()]);
  await count();
  await world.database.sql`update unmapped_hours set hour = hour - interval '2 years'`;
  await world.database.sql`update counted_hours set hour = hour - interval '2 years'`;
  await count(0, countOldHours);
  expect(await groups()).toMatchObject([{ events: 1 }]);
  const [left] = await world.database
    .sql`select count(*)::int as hours from counted_hours where hour < now() - interval '1 year'`;
  expect(left).toEqual({ hours: 0 });
});

/** Each part said, said as nothing, or not at all. */
const said = (value: unknown, nothing: unknown) => fc.constantFrom(undefined, nothing, value);
const bodies = fc.record({
  class: fc.constantFrom(...ERROR_CLASSES),
  effect: fc.constantFrom<Effect | undefined>(undefined, "absent", "committed"),
  message: said("It broke.", ""),
  field: said("status", ""),
  permitted: said(["open"], []),
  hint: said("Try again.", null),
  retryable: fc.constantFrom(undefined, true, false),
  retry_after: fc.constantFrom(undefined, 0, 5),
});

it("finds the same things left unsaid in the database as the rule does for one body", async () => {
  const sample = fc.sample(bodies, { numRuns: 120, seed: 7 });
  const events = sample.map((body, at) => event({ ...body, code: `code_${at}` }));
  await report(postEvents, events);
  await count();
  const rows = await world.database.sql<Record<string, number>[]>`
    select substr(code, 6)::int as at, lacks_message, lacks_field, lacks_correction, lacks_retry_after, lacks_effect,
      lacking, lacking_in_reading from code_hours order by 1`;
  const expected = sample.map((body, at) => {
    const lacks = lacksOf({ ...body, effect: body.effect ?? null }, null).map(({ field }) => field);
    const has = (field: string) => Number(lacks.includes(field));
    return {
      ...{ at, lacks_message: has("message"), lacks_field: has("field") },
      ...{ lacks_correction: has("permitted or hint"), lacks_retry_after: has("retry_after") },
      ...{ lacks_effect: has("effect"), lacking: Number(lacks.length > 0) },
      lacking_in_reading: Number(lacks.some((field) => field !== "effect")),
    };
  });
  expect([...rows]).toEqual(expected);
});

it("reads an hour in which a body is nested deeper than the database can", async () => {
  await report(postEvents, [event(), event({ code: 404 })]);
  const deep = `{"permitted":${"[".repeat(7_000)}${"]".repeat(7_000)}}`;
  await world.database.sql`update events set body = ${deep} where marks = '{}'`;
  await count();
  expect(await groups()).toMatchObject([
    { kind: "malformed", events: 1 },
    { kind: "plain", events: 1 },
  ]);
});
