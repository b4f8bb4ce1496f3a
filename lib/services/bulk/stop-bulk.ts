import { findBulk } from "@/db/queries/bulk-actions";
import { stopBulk as stopBulkRow, topicOfBulk } from "@/db/queries/bulk-chunk";
import { type BulkAnswer, viewBulk } from "@/db/queries/bulk-view";
import { bulkNotFound, bulkNotRunning } from "@/domain/bulk-errors";
import { instantFromDate } from "@/domain/instant";
import type { ServiceContext } from "../context";
import { publishTopics } from "../publish";

/**
 * Stops a running action: what is done stays done, the rest is skipped. The same again changes nothing. Only who
 * froze it. Throws `bulk_not_found`, `bulk_not_started`, `bulk_finished`.
 */
export async function stopBulk(ctx: ServiceContext, input: { bulk_id: string }): Promise<BulkAnswer> {
  const { bulk_id } = input;
  const now = instantFromDate(ctx.now()).iso;
  const row = await ctx.db.transaction(async (tx) => {
    if ((await findBulk(tx, ctx.caller, bulk_id)) === null) throw bulkNotFound();
    const stopped = await stopBulkRow(tx, bulk_id, ctx.caller, now);
    const row = await findBulk(tx, ctx.caller, bulk_id);
    if (row === null) throw bulkNotFound();
    if (!stopped && row.state !== "stopped") throw bulkNotRunning(row.state);
    return row;
  });
  publishTopics(ctx, [topicOfBulk(bulk_id)]);
  return viewBulk(ctx.db, row, ctx.caller, now);
}
