import { findBulk } from "@/db/queries/bulk-actions";
import { listItemRows } from "@/db/queries/bulk-items";
import type { BulkOutcome } from "@/domain/bulk";
import { bulkNotFound } from "@/domain/bulk-errors";
import { bulkOwnerSeenBy } from "@/domain/bulk-rules";
import { caseScopeOf } from "@/domain/case-scope";
import { cursorPart, decodeCursor, encodeCursor } from "@/lib/platform/cursor";
import type { ServiceContext } from "../context";

export type ListBulkItemsInput = {
  bulk_id: string;
  outcome?: BulkOutcome | "waiting" | undefined;
  code?: string | undefined;
  limit: number;
  cursor?: string | undefined;
};

export type BulkItemList = {
  items: Awaited<ReturnType<typeof listItemRows>>;
  next_cursor: string | null;
};

const PLACE = [cursorPart.int4] as const;

/** Each case of a set and what became of it, in its order. Throws `bulk_not_found`, `invalid_cursor`. */
export async function listBulkItems(ctx: ServiceContext, input: ListBulkItemsInput): Promise<BulkItemList> {
  const { bulk_id, outcome, code, limit, cursor } = input;
  const after = decodeCursor<[number]>(cursor, PLACE)?.[0] ?? 0;
  const row = await findBulk(ctx.db, bulkOwnerSeenBy(ctx.caller), bulk_id);
  if (row === null) throw bulkNotFound();
  const query = { outcome, code, after, limit: limit + 1 };
  const rows = await listItemRows(ctx.db, caseScopeOf(ctx.caller), bulk_id, query);
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next_cursor: rows.length > limit && last ? encodeCursor([last.position]) : null };
}
