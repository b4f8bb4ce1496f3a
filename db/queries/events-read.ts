import { and, desc, getTableColumns, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { events } from "@/db/schema/events";
import type { EventFilters } from "@/domain/filters";
import type { Confinement } from "@/domain/permissions";
import { matchingEvents } from "./event-filter";

const { content_hash: _hash, skeleton: _skeleton, ...shown } = getTableColumns(events);
/** The columns of an event that leave the database; the hash and the skeleton are for the machine. */
export const EVENT_COLUMNS = shown;
export type EventRow = Omit<typeof events.$inferSelect, "content_hash" | "skeleton">;

/** The place of a row in the list; the whole identity, so that no two rows share one. */
export type EventKey = [occurred_at: string, event_id: string, reference: string, source_id: number];

/**
 * The events of a filter, newest first, below `after`. The row comparison alone would prune no partition,
 * so the bound on time stands beside it; `events_by_time` then gives the order.
 */
export function listEventRows(
  db: Database,
  question: { filters: EventFilters; confinement: Confinement },
  page: { after: EventKey | null; limit: number },
): Promise<EventRow[]> {
  return db
    .select(EVENT_COLUMNS)
    .from(events)
    .where(and(matchingEvents(question.filters, question.confinement), below(page.after)))
    .orderBy(desc(events.occurred_at), desc(events.event_id), desc(events.reference), desc(events.source_id))
    .limit(page.limit);
}

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
