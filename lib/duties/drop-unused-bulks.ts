import { recordAudits } from "@/db/queries/audit";
import { dropUnusedBulks } from "@/db/queries/bulk-actions";
import { BULK_FROZEN_SECONDS } from "@/domain/bulk";
import { addSeconds, instantFromDate } from "@/domain/instant";
import { SYSTEM_CALLER } from "@/domain/permissions";
import type { Duty } from "./duty";

/** Removes sets that were frozen and never started: by now they could not be any more. */
export const dropUnusedBulkActions: Duty = {
  name: "drop-unused-bulks",
  every_seconds: 3600,
  run: async ({ db, now }) => {
    const before = addSeconds(instantFromDate(now()).iso, -BULK_FROZEN_SECONDS);
    for (;;) {
      const dropped = await db.transaction(async (tx) => {
        const rows = await dropUnusedBulks(tx, before);
        await recordAudits(
          tx,
          { actor: SYSTEM_CALLER, action: "bulk.dropped", subject_kind: "bulk" },
          rows.map(({ bulk_id, total }) => ({ subject_id: bulk_id, details: { total } })),
        );
        return rows.length;
      });
      if (dropped === 0) return;
    }
  },
};
