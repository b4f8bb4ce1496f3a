import { listAlertChanges } from "@/db/queries/alert-changes";
import type { AlertChangeKind } from "@/domain/alerts/states";
import { cursorPart, decodeCursor, encodeCursor } from "@/lib/platform/cursor";
import { readerOf } from "../alert-view";
import type { ServiceContext } from "../context";

export type ListHistoryInput = {
  alert_id?: string | undefined;
  kind?: AlertChangeKind[] | undefined;
  cursor?: string | undefined;
  limit: number;
};

const PLACE = [cursorPart.count] as const;

/** What became of the alerts that the caller sees, and what people did with them, newest first. Throws `invalid_cursor`. */
export async function listHistory(ctx: ServiceContext, input: ListHistoryInput) {
  const { alert_id, kind, cursor, limit } = input;
  const after = decodeCursor<[number]>(cursor, PLACE);
  const question = { reader: readerOf(ctx), alert_id, kind };
  const page = { before: after?.[0] ?? null, limit: limit + 1 };
  const rows = await listAlertChanges(ctx.db, question, page);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(({ change: { recorded_at: _, ...change }, ...alert }) => ({ ...change, ...alert })),
    next_cursor: rows.length > shown.length && last ? encodeCursor([last.change.change_id]) : null,
  };
}
