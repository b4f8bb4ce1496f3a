import { type EventKey, type EventRow, keyOfEvent, listEventRows } from "@/db/queries/events-read";
import { csvLine } from "@/domain/csv";
import { eventViewOf, toEventItem } from "@/domain/event-item";
import type { EventFilters } from "@/domain/filters";
import type { ServiceContext } from "@/lib/services/context";

const COLUMNS = [
  "occurred_at", "received_at", "reference", "event_id", "source_id", "tool", "code", "class", "effect", "unmapped",
  "retryable", "retry_after", "message", "user_message", "field", "received", "permitted", "precondition", "hint",
  "idempotency_key", "arguments_hash", "attempt", "turn", "run_id", "call_id", "trace_id", "span_id", "tenant",
  "environment", "service", "release", "marks", "code_sent", "class_sent", "effect_sent", "attributes",
] as const; // biome-ignore format: one list

const ROWS_AT_ONCE = 500;
/** Few at first, so that one sees something at once where what is asked for is far apart. */
const ROWS_AT_FIRST = 50;

/**
 * All events of a filter as CSV text, newest first, a batch at a time: memory stays bounded however many
 * there are. The first piece is the header line. `attributes` is a column only for those who may see arguments.
 */
export async function* exportEvents(ctx: ServiceContext, filters: EventFilters): AsyncGenerator<string> {
  const view = eventViewOf(ctx.caller);
  const columns = COLUMNS.filter((column) => column !== "attributes" || view.attributes);
  yield csvLine(columns);
  const { confinement } = ctx.caller;
  let after: EventKey | null = null;
  for (;;) {
    const limit: number = after === null ? ROWS_AT_FIRST : ROWS_AT_ONCE;
    const rows: EventRow[] = await listEventRows(ctx.db, { filters, confinement }, { after, limit });
    const items = rows.map((row) => toEventItem(row, view));
    if (items.length > 0) yield items.map((item) => csvLine(columns.map((column) => item[column]))).join("");
    const last = rows.at(-1);
    if (last === undefined || rows.length < limit) return;
    after = keyOfEvent(last);
  }
}
