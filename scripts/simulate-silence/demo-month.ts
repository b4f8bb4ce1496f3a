import { type Hour, type HourCounts, type HourOfWeek, hourOf } from "@/domain/rhythm-hours";
import { judgeSilence } from "@/domain/silence";
import { makePlan } from "../demo/plan";
import { timeline } from "../demo/timeline";

type Place = { tool: string; service: string; environment: string; tenant: string | null };
type Counts = Map<Hour, number>;
type Unit = Place & { code: string; hours: Counts };
export type DemoMonth = { units: Map<string, Unit>; calls: Map<string, Counts>; from: Hour; to: Hour };

const STARTED = Date.UTC(2026, 10, 30);
const keyOf = ({ tool, service, environment, tenant }: Place, code = "") =>
  JSON.stringify([tool, service, environment, tenant, code]);

function add(counts: Counts, at: unknown, by: number): void {
  const hour = hourOf(Date.parse(String(at)));
  counts.set(hour, (counts.get(hour) ?? 0) + by);
}

/** The demo's month by hour: failures and calls of each place, over all tenants and within each. */
export function playDemoMonth(seed: string): DemoMonth {
  const plan = makePlan(seed, STARTED * 1000);
  const month: DemoMonth = {
    ...{ units: new Map(), calls: new Map() },
    ...{ from: hourOf(plan.started_at / 1000), to: hourOf(plan.live_from / 1000) },
  };
  for (const item of timeline(plan)) {
    if (item.at >= plan.live_from) return month;
    if (item.kind === "event") countFailure(month, item.body);
    if (item.kind === "calls")
      for (const row of item.body.calls as Record<string, unknown>[]) countCalls(month, row);
  }
  return month;
}

const placesOf = (row: Record<string, unknown>): Place[] =>
  [null, String(row.tenant)].map((tenant) => ({
    ...{ tool: String(row.tool), service: String(row.service), environment: String(row.environment), tenant },
  }));

function countFailure({ units }: DemoMonth, row: Record<string, unknown>): void {
  for (const place of placesOf(row)) {
    const code = String(row.code);
    const unit = units.get(keyOf(place, code)) ?? { ...place, code, hours: new Map() };
    add(unit.hours, row.occurred_at, 1);
    units.set(keyOf(place, code), unit);
  }
}

function countCalls({ calls }: DemoMonth, row: Record<string, unknown>): void {
  for (const place of placesOf(row)) {
    const counts = calls.get(keyOf(place)) ?? new Map();
    add(counts, row.minute, Number(row.count));
    calls.set(keyOf(place), counts);
  }
}

export type Told = Place & { code: string; state: string; silent_for_hours: number };
const EVERY_HOURS = 3;
const UNMAPPED = "internal_error";

/** What is told as the month goes by, once for each silence and state; judged every three hours. */
export function tellDemoMonth(month: DemoMonth, hourOfWeek: HourOfWeek): { judged: number; told: Told[] } {
  const told = new Map<string, Told>();
  const named = [...month.units.values()].filter(({ code }) => code !== UNMAPPED);
  for (const unit of named)
    for (let now = month.from + 14 * 24; now < month.to; now += EVERY_HOURS) {
      const failures = before(unit.hours, now);
      const last = failures.at(-1)?.[0];
      if (last === undefined || now - last < 4) continue;
      const others = [...month.units.values()].filter(
        (other) => keyOf(other) === keyOf(unit) && other !== unit,
      );
      const unmapped = others.find(({ code }) => code === UNMAPPED);
      const heard = {
        ...{ failures, calls: before(month.calls.get(keyOf(unit)) ?? new Map(), now), producer: [] },
        others: others.flatMap(({ hours }) => before(hours, now)),
        unmapped: unmapped ? [before(unmapped.hours, now)] : [],
      };
      const state = judgeSilence(heard, now, hourOfWeek)?.state;
      const key = JSON.stringify([keyOf(unit, unit.code), last, state]);
      const { hours: _, ...place } = unit;
      if (state && !told.has(key)) told.set(key, { ...place, state, silent_for_hours: now - last });
    }
  return { judged: named.length, told: [...told.values()] };
}

const before = (counts: Counts, now: Hour): HourCounts =>
  [...counts].filter(([hour]) => hour < now).sort(([one], [other]) => one - other);
