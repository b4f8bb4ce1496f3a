import { findBulk } from "@/db/queries/bulk-actions";
import { type BulkAnswer, viewBulk } from "@/db/queries/bulk-view";
import { bulkNotFound } from "@/domain/bulk-errors";
import { bulkOwnerSeenBy } from "@/domain/bulk-rules";
import { instantFromDate } from "@/domain/instant";
import type { ServiceContext } from "../context";

/** How far an action is; a frozen one with its preview as of now. Throws `bulk_not_found` for somebody else's. */
export async function readBulk(ctx: ServiceContext, input: { bulk_id: string }): Promise<BulkAnswer> {
  const row = await findBulk(ctx.db, bulkOwnerSeenBy(ctx.caller), input.bulk_id);
  if (row === null) throw bulkNotFound();
  return viewBulk(ctx.db, row, ctx.caller, instantFromDate(ctx.now()).iso);
}
