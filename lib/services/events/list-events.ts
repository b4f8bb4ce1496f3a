import { type EventKey, keyOfEvent, listEventRows } from "@/db/queries/events-read";
import { eventViewOf, toEventItem } from "@/domain/event-item";
import type { EventFilters } from "@/domain/filters";
import { cursorPart, decodeCursor, encodeCursor } from "@/lib/platform/cursor";
import type { ServiceContext } from "@/lib/services/context";

export type ListEventsInput = EventFilters & { cursor?: string | undefined; limit: number };

const { instant, uuid, text, int4 } = cursorPart;
const EVENT_KEY = [instant, uuid, text, int4] as const;

/** The rows behind any number, newest first, a page at a time. Throws `invalid_cursor`. */
export async function listEvents(ctx: ServiceContext, input: ListEventsInput) {
  const after = decodeCursor<EventKey>(input.cursor, EVENT_KEY);
  const { confinement } = ctx.caller;
  // One more than asked for tells whether there is a next page.
  const rows = await listEventRows(
    ctx.db,
    { filters: input, confinement },
    { after, limit: input.limit + 1 },
  );
  const page = rows.slice(0, input.limit);
  const last = page.at(-1);
  const view = eventViewOf(ctx.caller);
  return {
    items: page.map((row) => toEventItem(row, view)),
    next_cursor: rows.length > page.length && last ? encodeCursor(keyOfEvent(last)) : null,
  };
}
