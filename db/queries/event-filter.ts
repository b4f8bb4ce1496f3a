import { and, type Column, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { events } from "@/db/schema/events";
import {
  type EventFilters,
  exceptionsOf,
  LEFT_OUT,
  VALUE_FILTERS,
  type ValueFilter,
  type ValueFilters,
} from "@/domain/filters";
import type { Confinement } from "@/domain/permissions";
import { confine } from "./confinement";

/** Where a table keeps what is filtered on; null for what it does not know and must not be asked. */
export type FilterColumns = Record<ValueFilter, Column | SQL | null>;

/** The values of a filter as conditions: any of each, all together. Undefined when nothing is set. */
export function matching(filters: ValueFilters, columns: FilterColumns): SQL | undefined {
  return and(
    isAny(columns.service, filters.service),
    isAny(columns.environment, filters.environment),
    isAny(columns.tenant, filters.tenant),
    isAny(columns.tool, filters.tool),
    isAny(columns.code, filters.code),
    isAny(columns.class, filters.class),
    isAnyEffect(columns.effect, filters.effect),
    isAny(columns.release, filters.release),
    isUnmapped(columns.unmapped, filters.unmapped),
    ...LEFT_OUT.map((name) => (filters.absent?.includes(name) ? isLeftOut(columns[name]) : undefined)),
    ...VALUE_FILTERS.map((name) => isOther(columns[name], exceptionsOf(filters, name))),
  );
}

/** The rows of `events` that a caller may see under a filter, its range included. */
export function matchingEvents(filters: EventFilters, confinement: Confinement): SQL | undefined {
  return and(
    within(events.occurred_at, filters.from, filters.to),
    matching(filters, events),
    confine(confinement, events),
  );
}

/** `[from, to)` as typed parameters: `$1::text::timestamptz` prunes no partition (30 ms against 0.44). */
export function within(
  column: Column | SQL,
  from: string | undefined,
  to: string | undefined,
): SQL | undefined {
  return and(
    from === undefined ? undefined : sql`${column} >= ${from}::timestamptz`,
    to === undefined ? undefined : sql`${column} < ${to}::timestamptz`,
  );
}

function isAny(column: Column | SQL | null, values: readonly string[] | undefined): SQL | undefined {
  if (values === undefined || values.length === 0) return undefined;
  if (column === null) return sql`false`;
  return sql`${column} = any(${sql.param(values)}::text[])`;
}

/** `null` asks for "not reported", which no `= any` finds. */
function isAnyEffect(column: Column | SQL | null, values: readonly string[] | undefined): SQL | undefined {
  const reported = values?.filter((value) => value !== "null");
  if (column === null || values?.length === reported?.length) return isAny(column, values);
  return or(isNull(column), isAny(column, reported));
}

const isLeftOut = (column: Column | SQL | null) => (column === null ? sql`false` : isNull(column));

/** All but these. A row without a value is another one, unless "not reported" is taken away too. */
function isOther(
  column: Column | SQL | null,
  except: { values: string[]; unreported: boolean } | null,
): SQL | undefined {
  if (except === null) return undefined;
  if (column === null) return sql`false`;
  const other = sql`${column} <> all(${sql.param(except.values)}::text[])`;
  return except.unreported ? and(isNotNull(column), other) : or(isNull(column), other);
}

function isUnmapped(column: Column | SQL | null, values: readonly string[] | undefined): SQL | undefined {
  const wanted = new Set(values);
  if (wanted.size !== 1) return undefined;
  return column === null ? sql`false` : sql`${column} = ${wanted.has("true")}`;
}
