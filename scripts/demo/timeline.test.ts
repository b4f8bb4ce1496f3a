import { expect, test } from "vitest";
import { checkReference } from "@/domain/reference";
import { FAILURE_KINDS } from "./failure-kinds";
import type { TimelineItem } from "./make-episode";
import { DAY, MINUTE, makePlan } from "./plan";
import { isMapped, RELEASES, UNMAPPED_SHARES } from "./scenario";
import { COLLIDING_REFERENCE, timeline } from "./timeline";

const plan = makePlan("test", Date.parse("2026-11-29T22:30:30Z") * 1000);

function until(end: number, from = plan): TimelineItem[] {
  const items: TimelineItem[] = [];
  for (const item of timeline(from)) {
    if (item.at > end) return items;
    items.push(item);
  }
  throw new Error("the timeline ended");
}

const history = until(plan.live_from);
const events = history.filter((item) => item.kind === "event").map((item) => item.body);

test("the same plan tells the same story, word for word, and another seed another", () => {
  const early = plan.started_at + 2 * DAY;
  expect(JSON.stringify(until(early))).toBe(JSON.stringify(history.filter((item) => item.at <= early)));
  expect(JSON.stringify(until(early, { ...plan, seed: "other" }))).not.toBe(JSON.stringify(until(early)));
});

test("it goes on after the history, in time order, without an id twice", () => {
  const items = until(plan.live_from + 30 * MINUTE);
  expect(JSON.stringify(items.slice(0, history.length))).toBe(JSON.stringify(history));
  expect(items.filter((item, index) => item.at < (items[index - 1]?.at ?? 0))).toEqual([]);
  const ids = items.flatMap((item) => (item.kind === "event" ? [item.body.event_id] : []));
  expect(new Set(ids).size).toBe(ids.length);
});

test("shares of kinds add up to 100, and what has no name in a release to its unmapped share", () => {
  const sum = (release: number | null) =>
    FAILURE_KINDS.filter((kind) => release === null || !isMapped(kind, release)).reduce(
      (all, kind) => all + kind.share,
      0,
    );
  expect(sum(null)).toBeCloseTo(100);
  for (const [release, share] of UNMAPPED_SHARES.entries()) expect(sum(release)).toBeCloseTo(share);
});

test.each(RELEASES.map((release, index) => [release.name, UNMAPPED_SHARES[index] ?? Number.NaN]))(
  "release %s leaves %d%% unmapped, to the point",
  (name, share) => {
    const own = events.filter((event) => event.release === name);
    const unmapped = own.filter((event) => event.code === "internal_error").length;
    expect(Math.abs((unmapped / own.length) * 100 - share)).toBeLessThan(1);
  },
);

test("every unmapped failure has frames, named ones some", () => {
  const framed = new Set(history.flatMap((item) => (item.kind === "frames" ? [item.body.event_id] : [])));
  const unmapped = events.filter((event) => event.code === "internal_error");
  expect(unmapped.filter((event) => !framed.has(event.event_id))).toEqual([]);
  expect(framed.size).toBeGreaterThan(unmapped.length);
});

test("no call is missing: each report counts at least the failures of its time", () => {
  const calls = history.flatMap((item) =>
    item.kind === "calls" ? (item.body.calls as { count: number }[]) : [],
  );
  const total = calls.reduce((sum, row) => sum + row.count, 0);
  expect(events.length / total).toBeGreaterThan(0.04);
  expect(events.length / total).toBeLessThan(0.09);
});

test("one reference is shared by two events, in two tenants and two months; all others are one of a kind", () => {
  const colliding = events.filter((event) => event.reference === COLLIDING_REFERENCE);
  expect(colliding).toHaveLength(2);
  expect(new Set(colliding.map((event) => event.tenant)).size).toBe(2);
  expect(new Set(colliding.map((event) => String(event.occurred_at).slice(0, 7))).size).toBe(2);
  const others = events.filter((event) => event.reference !== COLLIDING_REFERENCE);
  expect(new Set(others.map((event) => event.reference)).size).toBe(others.length);
  expect(others.every((event) => checkReference(event.reference) === "valid")).toBe(true);
});

test("card_declined goes silent with the driver of 1.4.0, and what replaces it is unmapped", () => {
  const releasesOf = (code: string) =>
    new Set(events.filter((event) => event.code === code).map((event) => event.release));
  expect([...releasesOf("card_declined")].sort()).toEqual(["1.0.0", "1.1.0", "1.2.0", "1.3.0"]);
  const thrown = history.filter(
    (item) => item.kind === "frames" && JSON.stringify(item.body).includes("ApiError"),
  );
  expect(thrown.length).toBeGreaterThan(50);
});

test("open effects come in every shape: landed or not, three attempts on one key, without a key, still open", () => {
  const effects = history.flatMap((item) => (item.kind === "unknown" ? [item.effect] : []));
  expect(effects.length).toBeGreaterThan(40);
  expect(new Set(effects.map((effect) => effect.fate.landed)).size).toBe(2);
  expect(effects.some((effect) => effect.idempotency_key === null)).toBe(true);
  const settled = history.flatMap((item) => (item.kind === "settlement" ? [item.effect] : []));
  expect(effects.length - settled.length).toBeGreaterThan(7);
  const verdicts = new Set(settled.map((effect) => effect.fate.verdict));
  expect(verdicts).toEqual(new Set(["committed", "absent", "compensated", "undeterminable"]));
  const attempts = new Map<unknown, number>();
  for (const { idempotency_key: key, effect } of events)
    if (effect === "unknown" && key) attempts.set(key, (attempts.get(key) ?? 0) + 1);
  expect([...attempts.values()]).toContain(3);
  expect(
    events.filter((event) => event.effect === "unknown").every((event) => event.tool !== "lookup_ticket"),
  ).toBe(true);
});

test("an agent hammers a broken tool: the same call seven times within seconds, and again on other days", () => {
  const runs = new Map<unknown, { code: unknown; at: number }[]>();
  for (const { run_id, code, occurred_at } of events)
    runs.set(run_id, [...(runs.get(run_id) ?? []), { code, at: Date.parse(String(occurred_at)) }]);
  const hammering = [...runs.values()].filter(
    (run) => run.length === 7 && (run.at(-1)?.at ?? 0) - (run[0]?.at ?? 0) < 20_000,
  );
  expect(hammering.map((run) => run[0]?.code)).toEqual(Array(3).fill("ticket_incomplete"));
});

test("a refund for the visitor to settle opens as soon as live begins", () => {
  const soon = until(plan.live_from + MINUTE).slice(history.length);
  expect(soon.some((item) => item.kind === "unknown" && item.effect.idempotency_key !== null)).toBe(true);
});
