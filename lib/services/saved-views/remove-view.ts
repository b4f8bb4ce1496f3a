import { recordAudit } from "@/db/queries/audit";
import { deleteSavedView } from "@/db/queries/saved-views";
import { forbiddenError } from "@/domain/errors";
import { savedViewNotFound } from "@/domain/saved-view";
import type { ServiceContext } from "../context";

/** Removes a view of the caller's own. Throws `saved_view_not_found`, `forbidden` for a key. */
export async function removeView({ db, caller }: ServiceContext, input: { view_id: string }): Promise<void> {
  if (caller.kind !== "person") throw forbiddenError();
  await db.transaction(async (tx) => {
    const row = await deleteSavedView(tx, input.view_id, caller.id);
    if (row === null) throw savedViewNotFound();
    await recordAudit(tx, {
      ...{ actor: caller, action: "saved_view.removed" },
      ...{ subject_kind: "saved_view", subject_id: row.view_id },
      details: { name: row.name, shared: row.shared },
    });
  });
}
