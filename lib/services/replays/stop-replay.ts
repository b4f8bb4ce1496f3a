import { findReplay } from "@/db/queries/replays";
import { instantFromDate } from "@/domain/instant";
import { replayOwnerSeenBy } from "@/domain/quarantine-access";
import { replayNotFound, replayNotRunning } from "@/domain/replay-errors";
import type { ServiceContext } from "../context";
import { publishTopics } from "../publish";
import { stopReplayItems, topicOfReplay } from "../replay-chunk";
import { type ReplayView, viewReplay } from "../replay-view";

/**
 * Stops a running replay: what is stored stays stored, the rest is skipped and stays open. The same again changes
 * nothing. Whoever sees it may, so that a colleague's mistake can be ended. Throws `replay_not_found`,
 * `replay_not_started`, `replay_finished`.
 */
export async function stopReplay(
  ctx: ServiceContext,
  { replay_id }: { replay_id: string },
): Promise<ReplayView> {
  const now = instantFromDate(ctx.now()).iso;
  const owner = replayOwnerSeenBy(ctx.caller);
  const row = await ctx.db.transaction(async (tx) => {
    if ((await findReplay(tx, owner, replay_id)) === null) throw replayNotFound();
    const stopped = await stopReplayItems(tx, replay_id, ctx.caller, now);
    const row = await findReplay(tx, owner, replay_id);
    if (row === null) throw replayNotFound();
    if (!stopped && row.state !== "stopped") throw replayNotRunning(row.state);
    return row;
  });
  publishTopics(ctx, [topicOfReplay(replay_id)]);
  return viewReplay(ctx.db, row);
}
