import { findReplay } from "@/db/queries/replays";
import { replayOwnerSeenBy } from "@/domain/quarantine-access";
import { replayNotFound } from "@/domain/replay-errors";
import type { ServiceContext } from "../context";
import { type ReplayView, viewReplay } from "../replay-view";

/** How far a replay is. Throws `replay_not_found`, also for one the caller may not see. */
export async function readReplay(ctx: ServiceContext, input: { replay_id: string }): Promise<ReplayView> {
  const row = await findReplay(ctx.db, replayOwnerSeenBy(ctx.caller), input.replay_id);
  if (row === null) throw replayNotFound();
  return viewReplay(ctx.db, row);
}
