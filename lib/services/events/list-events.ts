import { type EventKey, keyOfEvent, listEventRows } from "@/db/queries/events-read";
import { toEventItem } from "@/domain/event-item";
import type { EventFilters } from "@/domain/filters";
import { parseInstant } from "@/domain/instant";
import { may } from "@/domain/permissions";
import { decodeCursor, encodeCursor } from "@/lib/platform/cursor";
import type { ServiceContext } from "@/lib/services/context";

export type ListEventsInput = EventFilters & { cursor?: string | undefined; limit: number };

/** The rows behind any number, newest first, a page at a time. Throws `invalid_cursor`. */
export async function listEvents(ctx: ServiceContext, input: ListEventsInput) {
  const after = input.cursor === undefined ? null : decodeCursor(input.cursor, isEventKey);
  const { confinement } = ctx.caller;
  // One more than asked for tells whether there is a next page.
  const rows = await listEventRows(
    ctx.db,
    { filters: input, confinement },
    { after, limit: input.limit + 1 },
  );
  const page = rows.slice(0, input.limit);
  const last = page.at(-1);
  const view = { attributes: may(ctx.caller, "arguments.read") };
  return {
    items: page.map((row) => toEventItem(row, view)),
    next_cursor: rows.length > page.length && last ? encodeCursor(keyOfEvent(last)) : null,
  };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function isEventKey(value: unknown): value is EventKey {
  if (!Array.isArray(value) || value.length !== 4) return false;
  const [occurred_at, event_id, reference, source_id]: unknown[] = value;
  return (
    typeof occurred_at === "string" &&
    parseInstant(occurred_at) !== null &&
    typeof event_id === "string" &&
    UUID.test(event_id) &&
    typeof reference === "string" &&
    !reference.includes("\0") &&
    Number.isInteger(source_id)
  );
}
