import { recordAudits } from "@/db/queries/audit";
import { dropUnusedReplays as dropRows } from "@/db/queries/replays";
import { addSeconds, instantFromDate } from "@/domain/instant";
import { SYSTEM_CALLER } from "@/domain/permissions";
import { REPLAY_FROZEN_SECONDS } from "@/domain/replay";
import type { Duty } from "./duty";

/** Removes sets that were frozen and never started: by now they could not be any more. */
export const dropUnusedReplays: Duty = {
  name: "drop-unused-replays",
  every_seconds: 3600,
  run: async ({ db, now }) => {
    const before = addSeconds(instantFromDate(now()).iso, -REPLAY_FROZEN_SECONDS);
    for (;;) {
      const dropped = await db.transaction(async (tx) => {
        const rows = await dropRows(tx, before);
        await recordAudits(
          tx,
          { actor: SYSTEM_CALLER, action: "replay.dropped", subject_kind: "replay" },
          rows.map(({ replay_id, total }) => ({ subject_id: replay_id, details: { total } })),
        );
        return rows.length;
      });
      if (dropped === 0) return;
    }
  },
};
