import { and, eq, inArray, isNull, min, or, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { calls } from "@/db/schema/calls";
import { codes } from "@/db/schema/codes";
import { leaks } from "@/db/schema/leaks";
import { silences } from "@/db/schema/silences";
import type { AlertPlace, ConditionOf } from "@/domain/alerts/condition";
import type { Slot } from "@/domain/alerts/counted";
import type { LeakPoint, LevelStep } from "@/domain/alerts/levels";
import type { SlotRange } from "@/domain/alerts/stretches";
import { isoFromMillis, microsOf } from "@/domain/instant";
import { WHOLE_BODY } from "@/domain/leaks-in-body";
import { filtersOf, slotOf } from "./alert-failures";
import { matching, within } from "./event-filter";

const UNKNOWN_TO_CALLS = { code: null, class: null, effect: null, release: null, unmapped: null };

/** Calls by slot. */
export async function readCallSlots(
  db: Database,
  place: AlertPlace,
  { start, end, seconds }: SlotRange,
): Promise<Pick<Slot, "at" | "calls">[]> {
  const asked = and(
    within(calls.minute, isoFromMillis(start), isoFromMillis(end)),
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
  const [from, to] = [isoFromMillis(start), isoFromMillis(end)];
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
        matching(filtersOf(place, { code, class: null }), { ...silences, ...unknown }),
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
