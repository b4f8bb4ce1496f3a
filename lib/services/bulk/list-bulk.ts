import { type BulkCursor, listBulkRows } from "@/db/queries/bulk-actions";
import { bulkAnswer } from "@/db/queries/bulk-view";
import { bulkOwnerSeenBy } from "@/domain/bulk-rules";
import { cursorPart, decodeCursor, encodeCursor } from "@/lib/platform/cursor";
import type { ServiceContext } from "../context";

export type BulkList = { items: ReturnType<typeof bulkAnswer>[]; next_cursor: string | null };

const PLACE = [cursorPart.instant, cursorPart.uuid] as const;

/** One's own actions, the newest first; everybody's for an unconfined admin. Throws `invalid_cursor`. */
export async function listBulk(
  ctx: ServiceContext,
  input: { limit: number; cursor?: string | undefined },
): Promise<BulkList> {
  const cursor = decodeCursor<BulkCursor>(input.cursor, PLACE);
  const rows = await listBulkRows(ctx.db, bulkOwnerSeenBy(ctx.caller), { cursor, limit: input.limit });
  const items = rows.slice(0, input.limit).map((row) => bulkAnswer(row, ctx.caller));
  const last = items.at(-1);
  const more = rows.length > input.limit && last !== undefined;
  return { items, next_cursor: more ? encodeCursor([last.created_at, last.bulk_id]) : null };
}
