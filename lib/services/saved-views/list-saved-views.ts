import { listSavedViewRows } from "@/db/queries/saved-views";
import { forbiddenError } from "@/domain/errors";
import { viewedPagesOf } from "@/domain/saved-view";
import type { ServiceContext } from "../context";
import { type SavedViewAnswer, savedViewAnswer } from "../saved-view-answer";

/**
 * The caller's own views by name, then those that others share with them; of the
 * pages that they see. Throws `forbidden` for a key.
 */
export async function listSavedViews({ db, caller }: ServiceContext): Promise<{ items: SavedViewAnswer[] }> {
  if (caller.kind !== "person") throw forbiddenError();
  const rows = await listSavedViewRows(db, caller.id, caller.confinement, viewedPagesOf(caller));
  return { items: rows.map((row) => savedViewAnswer(row, caller.id)) };
}
