import { listReplayItemRows } from "@/db/queries/replay-items";
import { findReplay } from "@/db/queries/replays";
import { replayOwnerSeenBy } from "@/domain/quarantine-access";
import type { ReplayOutcome } from "@/domain/replay";
import { replayNotFound } from "@/domain/replay-errors";
import { cursorPart, decodeCursor, encodeCursor } from "@/lib/platform/cursor";
import type { ServiceContext } from "../context";

export type ListReplayItemsInput = {
  replay_id: string;
  outcome?: ReplayOutcome | "waiting" | undefined;
  code?: string | undefined;
  limit: number;
  cursor?: string | undefined;
};

export type ReplayItemListAnswer = {
  items: Awaited<ReturnType<typeof listReplayItemRows>>;
  next_cursor: string | null;
};

const PLACE = [cursorPart.int4] as const;

/** Each item of a set and what became of it, in its order. Throws `replay_not_found`, `invalid_cursor`. */
export async function listReplayItems(
  ctx: ServiceContext,
  input: ListReplayItemsInput,
): Promise<ReplayItemListAnswer> {
  const { replay_id, outcome, code, limit, cursor } = input;
  const after = decodeCursor<[number]>(cursor, PLACE)?.[0] ?? 0;
  if ((await findReplay(ctx.db, replayOwnerSeenBy(ctx.caller), replay_id)) === null) throw replayNotFound();
  const query = { outcome, code, after, limit: limit + 1 };
  const rows = await listReplayItemRows(ctx.db, ctx.caller.confinement, replay_id, query);
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next_cursor: rows.length > limit && last ? encodeCursor([last.position]) : null };
}
