import { recordAudit } from "@/db/queries/audit";
import { removeMark } from "@/db/queries/group-marks";
import { forbiddenError } from "@/domain/errors";
import { isUnconfined } from "@/domain/permissions";
import type { ServiceContext } from "../context";

/** Takes back that a group was mapped; one that is not marked stays so. Throws `forbidden` for who is confined. */
export async function unmarkGroup(ctx: ServiceContext, { group_id }: { group_id: string }): Promise<void> {
  if (!isUnconfined(ctx.caller.confinement)) throw forbiddenError();
  await ctx.db.transaction(async (tx) => {
    const mark = await removeMark(tx, group_id);
    if (mark === null) return;
    await recordAudit(tx, {
      ...{
        actor: ctx.caller,
        action: "group.unmarked",
        subject_kind: "unmapped_group",
        subject_id: group_id,
      },
      details: {
        code: mark.code,
        release: mark.release,
        marked_at: mark.marked_at,
        marked_by: mark.marked_by,
      },
    });
  });
}
