import { listAbandonedReplays } from "@/db/queries/replays";
import { kickReplay } from "@/lib/services/replay-runner";
import type { Duty } from "./duty";

/**
 * Goes on with replays that no process works on any more: whoever started one works on it at once, and this finds it
 * again when that process was stopped or crashed.
 */
export const runReplays: Duty = {
  name: "run-replays",
  every_seconds: 5,
  run: async (ctx) => {
    for (const replay_id of await listAbandonedReplays(ctx.db)) kickReplay(ctx, replay_id, ctx.now);
  },
};
