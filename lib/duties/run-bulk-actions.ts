import { listAbandonedBulks } from "@/db/queries/bulk-actions";
import { kickBulk } from "@/lib/services/bulk-runner";
import type { Duty } from "./duty";

/**
 * Goes on with bulk actions that no process works on any more: whoever started one works on it at once, and this
 * finds it again when that process was stopped or crashed.
 */
export const runBulkActions: Duty = {
  name: "run-bulk-actions",
  every_seconds: 5,
  run: async (ctx) => {
    for (const bulk_id of await listAbandonedBulks(ctx.db)) kickBulk(ctx, bulk_id, ctx.now);
  },
};
