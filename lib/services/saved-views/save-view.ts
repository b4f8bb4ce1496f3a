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
import { savedViewNotFound, type ViewedPage, viewedPagesOf, whyNotSaved } from "@/domain/saved-view";
import type { ServiceContext } from "../context";
import { saidBy } from "../said";
import { type SavedViewAnswer, savedViewAnswer } from "../saved-view-answer";

/**
 * Keeps a view of a page under a name, of the queue if it says no other; with `view_id` changes one of the caller's own.
 * Throws `saved_view_not_found`, `saved_view_name_taken`, `too_many_saved_views`, `forbidden` for a key and for a page that
 * the caller does not see.
 */
export async function saveView(
  ctx: ServiceContext,
  input: Omit<ViewToSave, "page"> & { page?: ViewedPage | undefined; view_id?: string | undefined },
): Promise<SavedViewAnswer> {
  const { caller } = ctx;
  const { view_id, page = "queue", ...typed } = input;
  if (caller.kind !== "person" || !viewedPagesOf(caller).includes(page)) throw forbiddenError();
  const said = saidBy(ctx);
  const view = { ...typed, page, name: said.name(typed.name), query: said.choice(typed.query) };
  const now = instantFromDate(ctx.now()).iso;
  return ctx.db.transaction(async (tx) => {
    await lockSavedViews(tx, caller.id);
    const has = await surveySavedViews(tx, caller.id, view, view_id ?? null);
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
      details: { page: row.page, name: row.name, query: row.query, shared: row.shared },
    });
    return savedViewAnswer(row, caller.id);
  });
}
