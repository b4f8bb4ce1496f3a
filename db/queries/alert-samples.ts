import { and, eq, inArray, isNull, min, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { calls } from "@/db/schema/calls";
import { codes } from "@/db/schema/codes";
import { leaks } from "@/db/schema/leaks";
import { silences } from "@/db/schema/silences";
import type { AlertPlace, ConditionOf } from "@/domain/alerts/condition";
import type { Slot } from "@/domain/alerts/counted";
import type { LeakPoint, LevelStep } from "@/domain/alerts/levels";
import type { EventClass } from "@/domain/event-class";
import type { ValueFilters } from "@/domain/filters";
import { microsOf } from "@/domain/instant";
import { WHOLE_BODY } from "@/domain/leaks-in-body";
import { UNCONFINED } from "@/domain/permissions";
import type { RateRows } from "@/domain/rate-rows";
import { countedRows, endOf, type RateQuestion, startOf, toInstant } from "./counted-rows";
import { matching, within } from "./event-filter";

/** A range of whole slots; milliseconds since 1970. */
export type SlotRange = { start: number; end: number; seconds: 60 | 900 };

export type FailureFilter = { code?: string | null; class?: EventClass | null };

const UNKNOWN_TO_CALLS = { code: null, class: null, effect: null, release: null, unmapped: null };

/** The words of a place as a filter: an alert sees what lies in its own place, whoever asks. */
function filtersOf(
  { tenant, environment, service, tool }: AlertPlace,
  failure: FailureFilter = {},
): ValueFilters {
  const only = <T>(value: T | null | undefined) =>
    value === null || value === undefined ? undefined : [value];
  return {
    ...{ tenant: only(tenant), environment: only(environment), service: only(service), tool: only(tool) },
    ...{ code: only(failure.code), class: only(failure.class) },
    ...{ effect: undefined, release: undefined, unmapped: undefined, absent: undefined, except: undefined },
  };
}

/** The smallest rows that hold what is asked, as charts choose them: minutes know no tenants. */
function rowsOf(place: AlertPlace, failure: FailureFilter, seconds: SlotRange["seconds"]): RateRows {
  const isNarrow = place.tool !== null || (failure.code ?? null) !== null;
  const level = isNarrow ? "full" : "overview";
  if (seconds === 900) return { kind: "hours", level: place.tenant === null ? level : "tenant" };
  return place.tenant === null ? { kind: "minutes", level } : { kind: "events" };
}

type SlotRow = { at: number; failures: number; unmapped: number };

/** The start of the slot that holds an instant, as milliseconds since 1970. */
const slotOf = (at: SQL, seconds: number) =>
  sql`(floor(extract(epoch from ${at}) / ${seconds}::int) * ${seconds}::int * 1000)::float8`;

/** Failures by slot, unmapped ones among them; slots without any are left out. */
export async function readFailureSlots(
  db: Database,
  place: AlertPlace,
  failure: FailureFilter,
  { start, end, seconds }: SlotRange,
): Promise<SlotRow[]> {
  const question: RateQuestion = {
    rows: rowsOf(place, failure, seconds),
    // A bound within an hour makes its quarters be read one by one.
    boundaries: [start, start + seconds * 1000, end],
    filters: filtersOf(place, failure),
    confinement: UNCONFINED,
  };
  return db.execute<SlotRow>(sql`
    select ${slotOf(sql`at`, seconds)} as at, sum(failures)::float8 as failures,
      coalesce(sum(failures) filter (where unmapped), 0)::float8 as unmapped
    from (${countedRows(question, () => sql`1 as one`)}) as counted
    where failures > 0 and at >= ${startOf(question)}::timestamptz and at < ${endOf(question)}::timestamptz
    group by 1`);
}

/** Calls by slot. */
export async function readCallSlots(
  db: Database,
  place: AlertPlace,
  { start, end, seconds }: SlotRange,
): Promise<Pick<Slot, "at" | "calls">[]> {
  const asked = and(
    within(calls.minute, toInstant(start), toInstant(end)),
    matching(filtersOf(place), { ...calls, ...UNKNOWN_TO_CALLS }),
  );
  return db.execute<Pick<Slot, "at" | "calls">>(sql`
    select ${slotOf(sql`${calls.minute}`, seconds)} as at, sum(${calls.calls})::float8 as calls
    from ${calls} where ${asked} group by 1 having sum(${calls.calls}) > 0`);
}

/** Where something leaked, by the first and the newest time of each day: what came between is not kept. */
export async function readLeakPoints(
  db: Database,
  place: AlertPlace,
  { leak_kinds }: Pick<ConditionOf<"leak">, "leak_kinds">,
  { start, end }: Pick<SlotRange, "start" | "end">,
): Promise<LeakPoint[]> {
  const unknown = { class: null, effect: null, release: null, unmapped: null };
  const [from, to] = [toInstant(start), toInstant(end)];
  const rows = await db
    .select({
      place: sql<string>`json_build_array(${leaks.tool}, ${leaks.kind}, ${leaks.field}, ${leaks.code})::text`,
      first: leaks.first_seen_at,
      last: leaks.last_seen_at,
    })
    .from(leaks)
    .where(
      and(
        // A day of UTC holds what happened in it, so that the index of days answers.
        sql`${leaks.day} between ${from.slice(0, 10)}::text::date and ${to.slice(0, 10)}::text::date`,
        sql`${leaks.field} <> ${WHOLE_BODY}`,
        leak_kinds === null ? undefined : inArray(leaks.kind, leak_kinds),
        matching(filtersOf(place), { ...leaks, ...unknown }),
      ),
    );
  return rows.flatMap(({ place: of, first, last }) =>
    [...new Set([first, last])].map((at) => ({ place: of, at: microsOf(at) / 1000 })),
  );
}

/**
 * Codes of a place that fell silent in one of these ways and when each came back; retired ones are expected to. What a
 * silence that has ended was judged to be is no longer known: all of those are there.
 */
export async function readSilenceSteps(
  db: Database,
  place: AlertPlace,
  { code, states }: Pick<ConditionOf<"silence">, "code" | "states">,
): Promise<LevelStep[]> {
  const unknown = { class: null, effect: null, release: null, unmapped: null };
  const rows = await db
    .select({ from: silences.noticed_at, to: silences.returned_at })
    .from(silences)
    .leftJoin(codes, eq(codes.code, silences.code))
    .where(
      and(
        eq(silences.level, place.tenant === null ? "full" : "tenant"),
        matching(filtersOf(place, { code }), { ...silences, ...unknown }),
        or(inArray(silences.state, states), eq(silences.state, "returned")),
        isNull(codes.retired_at),
      ),
    );
  return rows.flatMap(({ from, to }) => {
    const [begun, ended] = [microsOf(from) / 1000, to === null ? null : microsOf(to) / 1000];
    if (ended !== null && ended <= begun) return [];
    return [{ at: begun, by: 1 }, ...(ended === null ? [] : [{ at: ended, by: -1 }])];
  });
}

/** Since when codes are known here; null: none was ever reported. */
export async function readFirstSeen(db: Database): Promise<number | null> {
  const [row] = await db.select({ at: min(codes.first_seen_at) }).from(codes);
  return row?.at ? microsOf(row.at) / 1000 : null;
}
