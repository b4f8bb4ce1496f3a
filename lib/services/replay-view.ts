import type { Database } from "@/db/client";
import { countNotStored, type NotStored } from "@/db/queries/replay-items";
import type { ReplayRow } from "@/db/queries/replays";

export type ReplayListed = Omit<ReplayRow, "chosen_by" | "by_kind" | "taken_until"> & {
  chosen_by: Record<string, unknown>;
};
export type ReplayView = ReplayListed & { not_stored: NotStored[] };

/** A replay as it is answered in a list. */
export function replayListed({ by_kind: _kind, taken_until: _taken, ...row }: ReplayRow): ReplayListed {
  return { ...row, chosen_by: row.chosen_by as Record<string, unknown> };
}

/** One replay with what was not stored of it so far. */
export async function viewReplay(db: Database, row: ReplayRow): Promise<ReplayView> {
  const not_stored = row.state === "frozen" ? [] : await countNotStored(db, row.replay_id);
  return { ...replayListed(row), not_stored };
}
