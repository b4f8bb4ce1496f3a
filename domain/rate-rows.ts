import { asksAbout, type EventFilters, type ValueFilter } from "./filters";
import type { Confinement } from "./permissions";
import { MINUTE_ROWS_MILLIS, STEP_MILLIS, type Step } from "./steps";

export const GROUPINGS = ["class", "code", "tool", "service", "environment", "effect", "release"] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** What calls are told apart by, too, so that a failure rate can be told for each. */
export const CALL_GROUPINGS = ["tool", "service", "environment", "release"] as const;
export type CallGrouping = (typeof CALL_GROUPINGS)[number];

type SeriesLevel = "overview" | "full" | "tenant";

/** Where failures are counted: a level of a rollup, or the rows themselves. */
export type RateRows =
  | { kind: "events" }
  | { kind: "minutes"; level: "overview" | "full" }
  | { kind: "hours"; level: SeriesLevel };

const QUARTER = STEP_MILLIS["15m"];
/** So that a row is not read while the duty that drops it is due. */
const MARGIN_MILLIS = 10 * 60_000;

/** What the `overview` level does not know. */
const NOT_IN_OVERVIEW: readonly ValueFilter[] = ["tool", "code", "effect", "release"];
/** What calls do not know: under these there is no failure rate (CONTRACT "Reading"). */
const NOT_IN_CALLS: readonly ValueFilter[] = ["code", "class", "effect", "unmapped"];

type Question = {
  filters: EventFilters;
  confinement: Confinement;
  group_by: Grouping | undefined;
  step: Step;
  /** Start of the range, and the clock; milliseconds since 1970. */
  from: number;
  now: number;
};

/**
 * The smallest rows that can answer (DESIGN 6). Minute rows know no tenants and live seven days; finer
 * questions than they answer go to the events.
 */
export function chooseRateRows(question: Question): RateRows {
  const byTenant = asksAbout(question.filters, "tenant") || question.confinement.tenants !== null;
  const level = narrowLevelOf(question.filters, question.group_by);
  if (STEP_MILLIS[question.step] >= QUARTER) return { kind: "hours", level: byTenant ? "tenant" : level };
  const oldest = question.now - MINUTE_ROWS_MILLIS + MARGIN_MILLIS;
  if (byTenant || question.from < oldest) return { kind: "events" };
  return { kind: "minutes", level };
}

/** The smallest level of the rollups by hours that knows everything a filter asks about. */
export function levelOf({ filters, confinement }: Pick<Question, "filters" | "confinement">): SeriesLevel {
  if (asksAbout(filters, "tenant") || confinement.tenants !== null) return "tenant";
  return narrowLevelOf(filters, undefined);
}

function narrowLevelOf(filters: EventFilters, group_by: Grouping | undefined): "overview" | "full" {
  return NOT_IN_OVERVIEW.some((name) => asksAbout(filters, name) || group_by === name) ? "full" : "overview";
}

/** Whether calls can stand beside failures under these filters. */
export function callsKnow(filters: EventFilters): boolean {
  return NOT_IN_CALLS.every((name) => !asksAbout(filters, name));
}

/** Calls are told apart by tenant, so their failures are too: by the quarter where the range allows it. */
export function chooseRowsForCalls(from: number, to: number): RateRows {
  const byQuarter = from % QUARTER === 0 && to % QUARTER === 0;
  return byQuarter ? { kind: "hours", level: "tenant" } : { kind: "events" };
}
