import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { EventFilters } from "@/domain/filters";
import type { Confinement } from "@/domain/permissions";
import type { EventItem } from "@/lib/contract/events-list";
import { listCodes } from "@/lib/services/codes/list-codes";
import { readCode } from "@/lib/services/codes/read-code";
import type { ServiceContext } from "@/lib/services/context";
import { listLeaks } from "@/lib/services/intake/list-leaks";
import { countNextMoves } from "@/lib/services/recovery/count-next-moves";
import { listMovedEvents } from "@/lib/services/recovery/list-moved-events";
import { readRecovery } from "@/lib/services/recovery/read-recovery";
import { reviewTools } from "@/lib/services/tools/review-tools";
import { countGroups } from "@/lib/services/unmapped/count-groups";
import { listWorklist } from "@/lib/services/unmapped/list-worklist";
import { countBy, isAsked, isOwn } from "./event-oracle";
import { type Question, question } from "./exact-questions";
import { type ExactWorld, openExactWorld } from "./exact-world";

/*
 * The engineers' other pages: what they count is what one finds by counting the rows, and whoever is confined reads there
 * what anybody reads who asks for that part.
 */

let world: ExactWorld;
let rows: EventItem[] = [];

beforeAll(async () => {
  world = await openExactWorld();
  await world.runDuties();
  await world.happenLate();
  await world.runDuties();
  rows = await world.allEvents();
});
afterAll(() => world.close());

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const within = (filters: EventFilters, allowed: Confinement) =>
  rows.filter((row) => isAsked(row, filters) && isOwn(row, allowed));

/** Only the filters that a reading takes. */
const pick = <Name extends keyof EventFilters>(filters: EventFilters, ...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, filters[name]])) as Pick<EventFilters, Name>;

const PLACE = ["service", "environment", "tenant", "tool"] as const;

const RUNS = { numRuns: 30, seed: 9 };

async function codesAreRows(ctx: ServiceContext, { filters, range, confinement }: Question): Promise<void> {
  const asked = pick(filters, ...PLACE, "code", "class");
  const { from, to, failures, items } = await listCodes(ctx, { ...asked, from: range.from, to: range.to });
  const own = within({ ...asked, from, to }, confinement);
  expect(failures).toBe(own.length);
  const counted = items.filter(({ events }) => events > 0);
  expect(Object.fromEntries(counted.map(({ code, events }) => [code, events]))).toEqual(
    countBy(own, ({ code }) => code),
  );
  for (const { code, events, share, points, classes, tools, effects } of counted) {
    const ofCode = own.filter((row) => row.code === code);
    expect([sum(points), share]).toEqual([events, events / own.length]);
    expect(Object.fromEntries(classes.map((one) => [one.class, one.events]))).toEqual(
      countBy(ofCode, (row) => row.class),
    );
    expect(Object.fromEntries(tools.map((one) => [one.tool, one.events]))).toEqual(
      countBy(ofCode, (row) => row.tool),
    );
    const named = { absent: 0, committed: 0, unknown: 0, not_reported: 0 };
    expect(effects).toEqual({ ...named, ...countBy(ofCode, ({ effect }) => effect ?? "not_reported") });
  }
  const [first] = counted;
  if (first === undefined) return;
  const { code: _, ...rest } = asked;
  const one = await readCode(ctx, { ...rest, code: first.code, from: range.from, to: range.to });
  expect(sum(one.uses.map(({ events }) => events))).toBe(
    within({ ...rest, code: [first.code], from, to }, confinement).length,
  );
}

async function toolsAreRows(ctx: ServiceContext, { filters, range, confinement }: Question): Promise<void> {
  const asked = pick(filters, ...PLACE);
  const { from, to, items } = await reviewTools(ctx, { ...asked, from: range.from, to: range.to });
  const own = within({ ...asked, from, to }, confinement);
  expect(sum(items.map(({ failures }) => failures))).toBe(own.length);
  for (const { tool, failures, unmapped, unmapped_share, classes } of items) {
    const ofTool = own.filter((row) => row.tool === tool);
    expect([failures, unmapped]).toEqual([ofTool.length, ofTool.filter((row) => row.unmapped).length]);
    expect(unmapped_share).toBe(failures === 0 ? null : unmapped / failures);
    const seen = classes.filter((one) => one.failures > 0).map((one) => [one.class, one.failures]);
    expect(Object.fromEntries(seen)).toEqual(countBy(ofTool, (row) => row.class));
  }
}

async function worklistIsRows(ctx: ServiceContext, { filters, range, confinement }: Question): Promise<void> {
  const asked = pick(filters, ...PLACE, "release");
  const { from, to, totals, items } = await listWorklist(ctx, { ...asked, from: range.from, to: range.to });
  const own = within({ ...asked, from, to }, confinement);
  const unmapped = own.filter((row) => row.unmapped).length;
  const share = own.length === 0 ? null : unmapped / own.length;
  expect(totals).toEqual({ failures: own.length, unmapped, unmapped_share: share, grouped: unmapped });
  expect(sum(items.map(({ events }) => events))).toBe(unmapped);
  for (const item of items) {
    expect([sum(item.points), sum(item.classes.map(({ events }) => events))]).toEqual([
      item.events,
      item.events,
    ]);
    expect(item.share).toBe(item.events / own.length);
  }
}

async function movesAreRows(ctx: ServiceContext, { filters, range, confinement }: Question): Promise<void> {
  const asked = { ...filters, from: range.from, to: range.to };
  const { items, undecided } = await countNextMoves(ctx, { ...asked, by: "tool" });
  const own = within(asked, confinement).filter(({ run_id }) => run_id !== null);
  expect(sum(items.map(({ failures }) => failures)) + undecided).toBe(own.length);
  const decided = items.map(({ tool, class: errorClass, failures }) => [`${tool} ${errorClass}`, failures]);
  if (undecided === 0)
    expect(Object.fromEntries(decided)).toEqual(countBy(own, (row) => `${row.tool} ${row.class}`));
  const nothing = await listMovedEvents(ctx, { ...asked, move: "nothing", limit: 500 });
  expect(nothing.found).toBe(sum(items.map(({ moves }) => moves.nothing)));
  expect(nothing.items).toHaveLength(nothing.found);
}

async function recoveriesAreRows(
  ctx: ServiceContext,
  { filters, range, confinement }: Question,
): Promise<void> {
  const asked = { ...pick(filters, ...PLACE, "code", "class", "release"), from: range.from, to: range.to };
  const { total, items } = await readRecovery(ctx, { ...asked, known_from: "reported" });
  const own = world.recoveries.filter((row) => {
    const seen = { ...row, effect: null, unmapped: false };
    return isAsked(seen, asked) && isOwn(seen, confinement);
  });
  const of = (outcome: string) => own.filter((row) => row.outcome === outcome);
  const taken = of("recovered").map(({ attempts }) => attempts);
  expect(total.all).toMatchObject({
    ...{ episodes: own.length, recovered: taken.length, escalated: of("escalated").length },
    ...{
      gave_up: of("gave_up").length,
      gave_up_share: own.length === 0 ? null : of("gave_up").length / own.length,
    },
    ...{ p50: percentile(taken, 50), p90: percentile(taken, 90), p99: percentile(taken, 99) },
    max: taken.length === 0 ? null : Math.max(...taken),
  });
  const histogram = total.all.attempts.map(({ attempts, episodes }) => [`${attempts}`, episodes]);
  expect(Object.fromEntries(histogram)).toEqual(countBy(taken, (attempts) => `${attempts}`));
  const pairs = items.map(({ tool, code, all }) => [`${tool} ${code}`, all.episodes]);
  expect(Object.fromEntries(pairs)).toEqual(countBy(own, ({ tool, code }) => `${tool} ${code}`));
}

/** Nearest rank, by its definition: the first of the sorted values that so many per cent of them do not exceed. */
function percentile(values: readonly number[], percent: number): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.find((_, at) => (at + 1) * 100 >= percent * sorted.length) ?? null;
}

it("codes, tools, the worklist, recoveries and next moves are the rows counted", async () => {
  await fc.assert(
    fc.asyncProperty(question, async (asked) => {
      const ctx = world.confinedTo(asked.confinement);
      await codesAreRows(ctx, asked);
      await toolsAreRows(ctx, asked);
      await worklistIsRows(ctx, asked);
      await movesAreRows(ctx, asked);
      await recoveriesAreRows(ctx, asked);
    }),
    RUNS,
  );
});

/** The filter that asks for what somebody confined may see. */
const filterOf = ({ tenants, environments, services }: Confinement) => {
  const part = (allowed: string[] | null) => (allowed?.length === 0 ? ["nobody's"] : (allowed ?? undefined));
  return { tenant: part(tenants), environment: part(environments), service: part(services) };
};

/** Each page's numbers, without what is told of all time. */
async function readings(
  ctx: ServiceContext,
  filters: EventFilters,
  { from, to }: { from: string; to: string },
) {
  const asked = { ...pick(filters, ...PLACE), from, to };
  const codes = await listCodes(ctx, asked);
  const { mapped: _, ...worklist } = await listWorklist(ctx, asked);
  const tools = await reviewTools(ctx, asked);
  return {
    codes: codes.items.flatMap((item) => {
      const { first_seen_at: _first, last_seen_at: _last, is_new: _new, ...told } = item;
      return item.events > 0 ? told : [];
    }),
    worklist: worklist.items.map(({ first_seen_at: _first, last_seen_at: _last, ...item }) => item),
    totals: worklist.totals,
    tools: tools.items.filter(({ failures }) => failures > 0),
    burn_down: await countGroups(ctx, asked),
    leaks: await listLeaks(ctx, { ...asked, from: from.slice(0, 10), to: to.slice(0, 10) }),
    recovery: await readRecovery(ctx, { ...asked, known_from: "reported" }),
    computed: await readRecovery(ctx, { ...asked, known_from: "computed" }),
  };
}

it("whoever is confined reads on each page what anybody reads who asks for that part", async () => {
  await fc.assert(
    fc.asyncProperty(question, async ({ range, confinement, filters }) => {
      const tool = pick(filters, "tool");
      const own = await readings(world.confinedTo(confinement), tool, range);
      expect(own).toEqual(await readings(world.engineer, { ...tool, ...filterOf(confinement) }, range));
      // Services share runs, and of a run only one's own part is seen: what came next may be told otherwise there.
      const shared = { ...confinement, services: null };
      const asked = { ...tool, ...range, by: "tool" } as const;
      const moves = await countNextMoves(world.confinedTo(shared), asked);
      expect(moves).toEqual(await countNextMoves(world.engineer, { ...asked, ...filterOf(shared) }));
    }),
    { ...RUNS, numRuns: 20 },
  );
});
