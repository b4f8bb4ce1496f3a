import { recordAudit } from "@/db/queries/audit";
import { findBulk, startBulkRow } from "@/db/queries/bulk-actions";
import { topicOfBulk } from "@/db/queries/bulk-chunk";
import { type BulkAnswer, viewBulk } from "@/db/queries/bulk-view";
import { BULK_FROZEN_SECONDS } from "@/domain/bulk";
import { bulkNotFound, bulkTooOld, countMismatch } from "@/domain/bulk-errors";
import { addSeconds, instantFromDate } from "@/domain/instant";
import { kickBulk } from "../bulk-runner";
import type { ServiceContext } from "../context";
import { publishTopics } from "../publish";
import { runtime } from "../runtime";

/**
 * Starts a frozen set of exactly `count` cases; this process begins at once and the answer does not wait for the
 * end. The same again changes nothing. Only who froze it. Throws `bulk_not_found`, `count_mismatch`,
 * `bulk_too_old`.
 */
export async function startBulk(
  ctx: ServiceContext,
  input: { bulk_id: string; count: number },
): Promise<BulkAnswer> {
  const { bulk_id, count } = input;
  const now = instantFromDate(ctx.now()).iso;
  const frozen_after = addSeconds(now, -BULK_FROZEN_SECONDS);
  const row = await ctx.db.transaction(async (tx) => {
    const started = await startBulkRow(tx, ctx.caller, { bulk_id, count, frozen_after, now });
    const row = await findBulk(tx, ctx.caller, bulk_id);
    if (row === null) throw bulkNotFound();
    if (row.total !== count) throw countMismatch(count, row.total);
    if (!started && row.state === "frozen") throw bulkTooOld();
    if (started)
      await recordAudit(tx, {
        ...{ actor: ctx.caller, action: "bulk.started", subject_kind: "bulk", subject_id: bulk_id },
        details: { kind: row.kind, total: row.total },
      });
    return row;
  });
  if (row.state === "running") kickBulk(runtime(), bulk_id, ctx.now);
  publishTopics(ctx, [topicOfBulk(bulk_id)]);
  return viewBulk(ctx.db, row, ctx.caller, now);
}
