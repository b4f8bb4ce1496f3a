import { recordAudit } from "@/db/queries/audit";
import { findGroupTool, putMark } from "@/db/queries/group-marks";
import { forbiddenError, notFoundError, validationError } from "@/domain/errors";
import { instantFromDate } from "@/domain/instant";
import { isUnconfined } from "@/domain/permissions";
import type { ServiceContext } from "../context";
import { saidBy } from "../said";

export type MarkGroupInput = { group_id: string; code: string; release: string | null };

/**
 * Says that a group has a code, from a release on or from now. It holds in every tenant, so who is confined may not:
 * throws `forbidden`, `no_such_group`, and `code_is_unmapped` for a code that would change nothing.
 */
export async function markGroup(
  ctx: ServiceContext,
  { group_id, code, release }: MarkGroupInput,
): Promise<void> {
  if (!isUnconfined(ctx.caller.confinement)) throw forbiddenError();
  if (ctx.settings.unmapped_codes.includes(code)) throw unmappedCode(code);
  const said = saidBy(ctx);
  const mark = {
    ...{ code: said.name(code), release: said.name(release) },
    ...{ marked_at: instantFromDate(ctx.now()).iso, marked_by: ctx.caller.name },
  };
  await ctx.db.transaction(async (tx) => {
    const tool = await findGroupTool(tx, group_id);
    if (tool === null) throw noSuchGroup(group_id);
    await putMark(tx, { group_id, ...mark });
    await recordAudit(tx, {
      ...{ actor: ctx.caller, action: "group.marked", subject_kind: "unmapped_group", subject_id: group_id },
      details: { tool, code: mark.code, release: mark.release },
    });
  });
}

function unmappedCode(code: string) {
  return validationError("code_is_unmapped", `\`${code}\` is a code that says that nothing was mapped.`, {
    ...{ field: "code", received: code },
    hint: "Name the condition with a code of your own, such as card_declined.",
  });
}

function noSuchGroup(group_id: string) {
  return notFoundError("no_such_group", "There is no such group of unmapped failures.", {
    ...{ field: "group_id", received: group_id },
    hint: "Groups are listed by GET /api/v1/unmapped/worklist. One of which no failure is kept any more is gone.",
  });
}
