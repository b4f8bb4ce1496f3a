import type { EventFilters } from "@/domain/filters";
import type { Confinement } from "@/domain/permissions";
import type { Grouping } from "@/domain/rate-rows";
import type { Step } from "@/domain/steps";
import type { EventItem } from "@/lib/contract/events-list";

/* What the answers must be, counted out of the rows themselves and by no rule of the product. */

type Row = Pick<EventItem, Grouping | "tenant" | "occurred_at" | "unmapped">;

const NAMED = ["service", "environment", "tenant", "tool", "code", "class", "release"] as const;

/** Whether a row is within the filter, its range included. Texts of UTC with microseconds compare as times do. */
export function isAsked(row: Row, filters: EventFilters): boolean {
  const { from, to, effect = [], unmapped = [], absent = [], except = [] } = filters;
  const taken = except.map((each) => each.split(/:(.*)/s));
  return (
    (from === undefined || row.occurred_at >= from) &&
    (to === undefined || row.occurred_at < to) &&
    NAMED.every((name) => isIn(row[name], filters[name])) &&
    (effect.length === 0 || effect.includes(row.effect ?? "null")) &&
    (unmapped.length === 0 || unmapped.includes(row.unmapped ? "true" : "false")) &&
    absent.every((name) => row[name] === null) &&
    taken.every(([name, value]) => (row[name as Grouping] ?? "") !== value)
  );
}

const isIn = (value: string | null, asked: readonly string[] | undefined) =>
  !asked?.length || (value !== null && asked.includes(value));

/** Whether somebody confined so may see the row: of what is confined, "not reported" is outside. */
export function isOwn(row: Row, { tenants, environments, services }: Confinement): boolean {
  const within = (value: string | null, allowed: string[] | null) =>
    allowed === null || (value !== null && allowed.includes(value));
  return (
    within(row.tenant, tenants) && within(row.environment, environments) && within(row.service, services)
  );
}

/** How many of each, by a name for each of them. */
export function countBy<T>(
  rows: readonly T[],
  nameOf: (row: T) => string,
  weigh: (row: T) => number = () => 1,
) {
  const counts: Record<string, number> = {};
  for (const row of rows) counts[nameOf(row)] = (counts[nameOf(row)] ?? 0) + weigh(row);
  return counts;
}

const clocks = new Map<string, Intl.DateTimeFormat>();
const HOUR = 3_600_000;

/** How long a step takes: at least, at most, and how many hours apart it begins on the clock; clocks change by an hour. */
const STEPS: Record<Step, { least: number; most: number; hours: number }> = {
  "1m": { least: HOUR / 60, most: HOUR / 60, hours: 0 },
  "5m": { least: HOUR / 12, most: HOUR / 12, hours: 0 },
  "15m": { least: HOUR / 4, most: HOUR / 4, hours: 0 },
  "1h": { least: HOUR, most: 1.5 * HOUR, hours: 1 },
  "6h": { least: 5 * HOUR, most: 7 * HOUR, hours: 6 },
  "1d": { least: 23 * HOUR, most: 25 * HOUR, hours: 24 },
};

/** What is wrong with the steps from the first start to the end of the last, as the clock on a wall of the zone shows them. */
export function faultsOfSteps(starts: readonly string[], end: string, step: Step, zone: string): string[] {
  const { least, most, hours } = STEPS[step];
  const clock =
    clocks.get(zone) ??
    new Intl.DateTimeFormat("en-GB", {
      timeZone: zone,
      hourCycle: "h23",
      hour: "2-digit",
      minute: "2-digit",
    });
  clocks.set(zone, clock);
  const isOff = (start: string) => {
    const [hour, minute] = clock.format(Date.parse(start)).split(":").map(Number);
    return hours > 0 && (minute !== 0 || Number(hour) % hours !== 0);
  };
  const lengthOf = (start: string, at: number) => Date.parse(starts[at + 1] ?? end) - Date.parse(start);
  const isUneven = (start: string, at: number) => lengthOf(start, at) < least || lengthOf(start, at) > most;
  return starts.filter((start, at) => isOff(start) || isUneven(start, at));
}
