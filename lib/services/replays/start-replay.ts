import { recordAudit } from "@/db/queries/audit";
import { findReplay, startReplayRow } from "@/db/queries/replays";
import { addSeconds, instantFromDate } from "@/domain/instant";
import { REPLAY_FROZEN_SECONDS } from "@/domain/replay";
import { itemCountMismatch, replayNotFound, replayTooOld } from "@/domain/replay-errors";
import type { ServiceContext } from "../context";
import { publishTopics } from "../publish";
import { topicOfReplay } from "../replay-chunk";
import { kickReplay } from "../replay-runner";
import { type ReplayView, viewReplay } from "../replay-view";
import { runtime } from "../runtime";

/**
 * Starts a frozen set of exactly `count` items; this process begins at once and the answer does not wait for the end.
 * The same again changes nothing. Only who froze it. Throws `replay_not_found`, `count_mismatch`, `replay_too_old`.
 */
export async function startReplay(
  ctx: ServiceContext,
  { replay_id, count }: { replay_id: string; count: number },
): Promise<ReplayView> {
  const now = instantFromDate(ctx.now()).iso;
  const frozen_after = addSeconds(now, -REPLAY_FROZEN_SECONDS);
  const row = await ctx.db.transaction(async (tx) => {
    const started = await startReplayRow(tx, ctx.caller, { replay_id, count, frozen_after, now });
    const row = await findReplay(tx, ctx.caller, replay_id);
    if (row === null) throw replayNotFound();
    if (row.total !== count) throw itemCountMismatch(count, row.total);
    if (!started && row.state === "frozen") throw replayTooOld();
    if (started)
      await recordAudit(tx, {
        ...{ actor: ctx.caller, action: "replay.started", subject_kind: "replay", subject_id: replay_id },
        details: { total: row.total },
      });
    return row;
  });
  if (row.state === "running") kickReplay(runtime(), replay_id, ctx.now);
  publishTopics(ctx, [topicOfReplay(replay_id)]);
  return viewReplay(ctx.db, row);
}
