import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { AlertPlace } from "@/domain/alerts/condition";
import type { Slot } from "@/domain/alerts/counted";
import { type SlotRange, stretchesOf, type WindowRange } from "@/domain/alerts/stretches";
import type { EventClass } from "@/domain/event-class";
import type { ValueFilters } from "@/domain/filters";
import { UNCONFINED } from "@/domain/permissions";
import type { RateRows } from "@/domain/rate-rows";
import { OTHER } from "@/domain/rollup-dimensions";
import { countedRows, type Dimensions, endOf, type RateQuestion, startOf } from "./counted-rows";

/** The failures that an alert is about. */
export type AlertFailures = { code: string | null; class: EventClass | null } | "unmapped" | null;

/** The words of a place as a filter: an alert sees what lies in its own place, whoever asks. */
export function filtersOf(
  { tenant, environment, service, tool }: AlertPlace,
  failures: AlertFailures = null,
): ValueFilters {
  const only = <T>(value: T | null | undefined) =>
    value === null || value === undefined ? undefined : [value];
  const { code, class: errorClass } = dimensionsOf(failures);
  return {
    ...{ tenant: only(tenant), environment: only(environment), service: only(service), tool: only(tool) },
    ...{ code: only(code), class: only(errorClass) },
    ...{ effect: undefined, release: undefined, unmapped: undefined, absent: undefined, except: undefined },
  };
}

/** The start of the slot that holds an instant, as milliseconds since 1970. */
export const slotOf = (at: SQL, seconds: number) =>
  sql`(floor(extract(epoch from ${at}) / ${seconds}::int) * ${seconds}::int * 1000)::float8`;

/**
 * Failures by slot, those that the alert is about among them; slots without any are left out. One statement, so that a
 * part is never more than the whole.
 */
export async function readFailureSlots(
  db: Database,
  place: AlertPlace,
  about: AlertFailures,
  range: WindowRange,
): Promise<Omit<Slot, "calls">[]> {
  const stretches = (await areSomeFolded(db, place, about)) ? [range] : stretchesOf(range);
  const parts = isCountedApart(place, about, range.seconds)
    ? [...stretches.map((stretch) => allIn(place, null, stretch)), ownIn(place, about, range)]
    : stretches.map((stretch) => allIn(place, about, stretch));
  return db.execute<Omit<Slot, "calls">>(sql`
    select ${slotOf(sql`at`, range.seconds)} as at, sum(failures)::float8 as failures, sum(counted)::float8 as counted
    from (${sql.join(parts, sql` union all `)}) as row group by 1`);
}

/**
 * A tenant's rollups are as true as its events, unless a source made so many combinations that tool and code of some are
 * not known.
 */
async function areSomeFolded(db: Database, place: AlertPlace, about: AlertFailures): Promise<boolean> {
  const { code } = dimensionsOf(about);
  if (place.tenant === null || (place.tool === null && code === null)) return false;
  const [row] = await db.execute<{ found: boolean }>(sql`
    select exists (select from failing_callers where tool = ${OTHER}::text and tenant = ${place.tenant}::text) as found`);
  return row?.found ?? true;
}

/** Whether the smallest rows of what it is about are others than those of all: few know codes where all are asked for. */
function isCountedApart(place: AlertPlace, about: AlertFailures, seconds: SlotRange["seconds"]): boolean {
  const { code } = dimensionsOf(about);
  return levelOf(rowsOf(place, code, seconds)) !== levelOf(rowsOf(place, null, seconds));
}

/** `select at, failures, counted` of all failures there. */
function allIn(place: AlertPlace, about: AlertFailures, stretch: SlotRange): SQL {
  const rows = rowsOf(place, null, stretch.seconds);
  const { code, class: errorClass } = dimensionsOf(about);
  const isCounted = ({ code: codes, class: classes }: Dimensions) => {
    if (about === "unmapped") return sql`unmapped`;
    if (code !== null) return sql`${codes} = ${code}::text`;
    return errorClass === null ? sql`false` : sql`${classes} = ${errorClass}::text`;
  };
  return sql`
    select at, failures, failures * is_counted::int as counted
    from (${rowsIn(place, null, { rows, stretch }, isCounted)}) as each`;
}

/** `select at, failures, counted` of those that it is about, which are counted among all by other rows. */
function ownIn(place: AlertPlace, about: AlertFailures, stretch: SlotRange): SQL {
  const rows = rowsOf(place, dimensionsOf(about).code, stretch.seconds);
  return sql`
    select at, 0 as failures, failures as counted
    from (${rowsIn(place, about, { rows, stretch }, () => sql`true`)}) as own`;
}

function rowsIn(
  place: AlertPlace,
  failures: AlertFailures,
  { rows, stretch: { start, end, seconds } }: { rows: RateRows; stretch: SlotRange },
  isCounted: (dimensions: Dimensions) => SQL,
): SQL {
  const question: RateQuestion = {
    rows,
    // A bound within an hour makes its quarters be read one by one.
    boundaries: [start, start + seconds * 1000, end],
    filters: filtersOf(place, failures),
    confinement: UNCONFINED,
  };
  return sql`select * from (${countedRows(question, (dimensions) => sql`${isCounted(dimensions)} as is_counted`)}) as counted
    where failures > 0 and at >= ${startOf(question)}::timestamptz and at < ${endOf(question)}::timestamptz`;
}

/** The smallest rows that hold what is asked, as charts choose them: minutes know no tenants. */
function rowsOf(place: AlertPlace, code: string | null, seconds: SlotRange["seconds"]): RateRows {
  const level = place.tool !== null || code !== null ? "full" : "overview";
  if (seconds === 900) return { kind: "hours", level: place.tenant === null ? level : "tenant" };
  return place.tenant === null ? { kind: "minutes", level } : { kind: "events" };
}

const levelOf = (rows: RateRows) => (rows.kind === "events" ? "events" : rows.level);

function dimensionsOf(failures: AlertFailures): { code: string | null; class: EventClass | null } {
  return failures === null || failures === "unmapped" ? { code: null, class: null } : failures;
}
