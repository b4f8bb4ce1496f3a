import { and, desc, getTableColumns, max, min, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "@/db/client";
import { events } from "@/db/schema/events";
import { rollupHours } from "@/db/schema/rollups";
import { asksAbout, type EventFilters, VALUE_FILTERS } from "@/domain/filters";
import { addSeconds, instantFromMicros, microsOf } from "@/domain/instant";
import type { Confinement } from "@/domain/permissions";
import { matchingEvents, within } from "./event-filter";
import { readEventQuarters } from "./event-quarters";
import { inSnapshot } from "./rates";

const { content_hash: _hash, skeleton: _skeleton, ...shown } = getTableColumns(events);
/** The columns of an event that leave the database; the hash and the skeleton are for the machine. */
export const EVENT_COLUMNS = shown;
export type EventRow = Omit<typeof events.$inferSelect, "content_hash" | "skeleton">;

/** The place of a row in the list; the whole identity, so that no two rows share one. */
export type EventKey = [occurred_at: string, event_id: string, reference: string, source_id: number];
export type EventsQuestion = { filters: EventFilters; confinement: Confinement };
export type EventsPage = { after: EventKey | null; limit: number };

/** So many of the newest events are looked through for a page before the rollups are asked where there are any. */
const GLANCE = 4_000;
/** And so many times as many where the first glance found so large a part of a page that they will do. */
const LONGER = 5;
const QUARTER_SECONDS = 900;
const HOUR_SECONDS = 3_600;

/**
 * The events of a filter, newest first, below `after`. A filter that matches much is answered by the newest of all events;
 * where that is not a page, by the quarter hours in which the rollups know of any (decision 0145).
 */
export async function listEventRows(
  db: Database,
  question: EventsQuestion,
  page: EventsPage,
): Promise<EventRow[]> {
  const { filters, confinement } = question;
  const asked = and(matchingEvents(filters, confinement), below(page.after));
  if (!narrows(question)) return readNewest(db, asked, page.limit);
  let rows = await glance(db, question, page, GLANCE);
  const is_near = rows.length < page.limit && rows.length * (LONGER - 1) >= page.limit;
  if (is_near) rows = await glance(db, question, page, GLANCE * LONGER);
  return rows.length === page.limit ? rows : inSnapshot(db, (tx) => readWhereAny(tx, question, page));
}

/** What of the page is among the newest so many events of the range, whatever is asked of them. */
function glance(
  db: Database,
  { filters, confinement }: EventsQuestion,
  page: EventsPage,
  events_at_most: number,
) {
  const newest = and(within(events.occurred_at, filters.from, filters.to), below(page.after));
  return db
    .select(EVENT_COLUMNS)
    .from(readNewest(db, newest, events_at_most).as("events"))
    .where(matchingEvents(filters, confinement))
    .orderBy(...NEWEST_FIRST)
    .limit(page.limit);
}

function readNewest(db: Database | Transaction, where: SQL | undefined, limit: number) {
  return db
    .select(EVENT_COLUMNS)
    .from(events)
    .where(where)
    .orderBy(...NEWEST_FIRST)
    .limit(limit);
}

const NEWEST_FIRST = [
  ...[desc(events.occurred_at), desc(events.event_id), desc(events.reference), desc(events.source_id)],
];

const narrows = ({ filters, confinement }: EventsQuestion) =>
  VALUE_FILTERS.some((name) => asksAbout(filters, name)) ||
  Object.values(confinement).some((allowed) => allowed !== null);

/** The same rows out of the quarter hours that hold any; in one snapshot, in which the rollups count every event. */
export async function readWhereAny(tx: Transaction, question: EventsQuestion, page: EventsPage) {
  const rows: EventRow[] = [];
  const range = await readBounds(tx, question.filters, page.after);
  if (range === null) return rows;
  const asked = and(matchingEvents(question.filters, question.confinement), below(page.after));
  let { to } = range;
  while (rows.length < page.limit && range.from < to) {
    const enough = page.limit - rows.length;
    const { quarters, is_all } = await readEventQuarters(tx, { ...question, from: range.from, to, enough });
    if (quarters.length > 0) rows.push(...(await readQuarters(tx, quarters, asked, enough)));
    // What rollups count may be gone since with the oldest events.
    if (is_all) break;
    to = quarters.at(-1) ?? range.from;
  }
  return rows;
}

/** From the oldest event there is to the newest, within the filter and the page; null where nothing is. */
async function readBounds(tx: Transaction, { from, to }: EventFilters, after: EventKey | null) {
  const [oldest] = await tx.select({ at: min(events.occurred_at) }).from(events);
  const [newest] = await tx.select({ hour: max(rollupHours.hour) }).from(rollupHours);
  if (!oldest?.at || !newest?.hour) return null;
  const ends = [addSeconds(newest.hour, HOUR_SECONDS), to, after ? justAfter(after[0]) : undefined];
  return { from: latest([oldest.at, from]), to: earliest(ends) };
}

// Our texts of UTC with microseconds compare as times do.
const present = (instants: readonly (string | undefined)[]) =>
  instants.filter((each) => each !== undefined).sort();
const earliest = (instants: readonly (string | undefined)[]) => present(instants)[0] ?? "";
const latest = (instants: readonly (string | undefined)[]) => present(instants).at(-1) ?? "";
const justAfter = (instant: string) => instantFromMicros(microsOf(instant) + 1).iso;

/** Events of these quarter hours; each is read by itself down the index of time, in no more than its partition. */
function readQuarters(tx: Transaction, quarters: readonly string[], asked: SQL | undefined, limit: number) {
  const ends = quarters.map((at) => addSeconds(at, QUARTER_SECONDS));
  const own = sql`${events.occurred_at} >= quarter.starts and ${events.occurred_at} < quarter.ends`;
  return tx
    .select(EVENT_COLUMNS)
    .from(
      sql`unnest(${arrayOf(quarters)}::timestamptz[], ${arrayOf(ends)}::timestamptz[]) as quarter(starts, ends)`,
    )
    .crossJoinLateral(readNewest(tx, and(own, asked), limit).as("events"))
    .orderBy(...NEWEST_FIRST)
    .limit(limit);
}

const arrayOf = (instants: readonly string[]) => `{${instants.join(",")}}`;

function below(after: EventKey | null) {
  if (after === null) return undefined;
  const [occurred_at, event_id, reference, source_id] = after;
  return and(
    sql`${events.occurred_at} <= ${occurred_at}::timestamptz`,
    sql`(${events.occurred_at}, ${events.event_id}, ${events.reference}, ${events.source_id})
      < (${occurred_at}::timestamptz, ${event_id}::uuid, ${reference}::text, ${source_id}::int)`,
  );
}

/** The key of a row, for the page after it. */
export function keyOfEvent(row: EventRow): EventKey {
  return [row.occurred_at, row.event_id, row.reference, row.source_id];
}
