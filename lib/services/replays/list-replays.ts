import { listReplayRows, type ReplayCursor } from "@/db/queries/replays";
import { replayOwnerSeenBy } from "@/domain/quarantine-access";
import { cursorPart, decodeCursor, encodeCursor } from "@/lib/platform/cursor";
import type { ServiceContext } from "../context";
import { type ReplayListed, replayListed } from "../replay-view";

const PLACE = [cursorPart.instant, cursorPart.uuid] as const;

/** Replays, the newest first. Throws `invalid_cursor`. */
export async function listReplays(
  ctx: ServiceContext,
  input: { limit: number; cursor?: string | undefined },
): Promise<{ items: ReplayListed[]; next_cursor: string | null }> {
  const cursor = decodeCursor<ReplayCursor>(input.cursor, PLACE);
  const rows = await listReplayRows(ctx.db, replayOwnerSeenBy(ctx.caller), { cursor, limit: input.limit });
  const items = rows.slice(0, input.limit).map(replayListed);
  const last = items.at(-1);
  const more = rows.length > input.limit && last !== undefined;
  return { items, next_cursor: more ? encodeCursor([last.created_at, last.replay_id]) : null };
}
