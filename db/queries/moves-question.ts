import { and, type Column, type SQL } from "drizzle-orm";
import { events } from "@/db/schema/events";
import type { ValueFilters } from "@/domain/filters";
import { addSeconds } from "@/domain/instant";
import type { Confinement } from "@/domain/permissions";
import { confine } from "./confinement";
import { matching, within } from "./event-filter";

export type MovesQuestion = {
  filters: ValueFilters;
  confinement: Confinement;
  from: string;
  to: string;
  now: string;
  /** How many events are read at most, the newest first. */
  rows: number;
  /** Whether the caller may see what became of cases; else a compensation is not told. */
  knows_cases: boolean;
};

/** Before and after the range: what an attempt at its edge follows, and what follows it. */
const EDGE_SECONDS = 3_600;

type Range = Pick<MovesQuestion, "from" | "to">;

/** The range with what lies an hour around it. */
export const withEdges = (column: Column, { from, to }: Range) =>
  within(column, addSeconds(from, -EDGE_SECONDS), addSeconds(to, EDGE_SECONDS));

/** The failures that are read for a question: what divides runs narrows them, and the rest of the filter only who is judged. */
export function failuresAsked({ filters, confinement, from, to }: MovesQuestion): SQL | undefined {
  const { environment, tenant } = filters;
  return and(
    withEdges(events.occurred_at, { from, to }),
    matching({ environment, tenant }, events),
    confine(confinement, events),
  );
}
