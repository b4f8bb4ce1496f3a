import { recordAudit } from "@/db/queries/audit";
import {
  insertSavedView,
  lockSavedViews,
  surveySavedViews,
  updateSavedView,
  type ViewToSave,
} from "@/db/queries/saved-views";
import { forbiddenError } from "@/domain/errors";
import { instantFromDate } from "@/domain/instant";
import { savedViewNotFound, whyNotSaved } from "@/domain/saved-view";
import type { ServiceContext } from "../context";
import { saidBy } from "../said";
import { type SavedViewAnswer, savedViewAnswer } from "../saved-view-answer";

/**
 * Keeps a view of the queue under a name, or with `view_id` changes one of the caller's own.
 * Throws `saved_view_not_found`, `saved_view_name_taken`, `too_many_saved_views`, `forbidden` for a key.
 */
export async function saveView(
  ctx: ServiceContext,
  input: ViewToSave & { view_id?: string | undefined },
): Promise<SavedViewAnswer> {
  const { caller } = ctx;
  if (caller.kind !== "person") throw forbiddenError();
  const { view_id, ...typed } = input;
  const said = saidBy(ctx);
  const view = { ...typed, name: said.name(typed.name), query: said.choice(typed.query) };
  const now = instantFromDate(ctx.now()).iso;
  return ctx.db.transaction(async (tx) => {
    await lockSavedViews(tx, caller.id);
    const has = await surveySavedViews(tx, caller.id, view.name, view_id ?? null);
    const refusal = whyNotSaved(has, view.name);
    if (refusal !== null) throw refusal;
    const row =
      view_id === undefined
        ? await insertSavedView(tx, view, caller, now)
        : await updateSavedView(tx, view_id, view, caller, now);
    if (row === null) throw savedViewNotFound();
    await recordAudit(tx, {
      ...{ actor: caller, action: view_id === undefined ? "saved_view.created" : "saved_view.changed" },
      ...{ subject_kind: "saved_view", subject_id: row.view_id },
      details: { name: row.name, query: row.query, shared: row.shared },
    });
    return savedViewAnswer(row, caller.id);
  });
}
