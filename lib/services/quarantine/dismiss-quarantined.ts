import { recordAudit } from "@/db/queries/audit";
import { dismissItems } from "@/db/queries/quarantine-decide";
import { chosenOpen, countQuarantine } from "@/db/queries/quarantine-read";
import { instantFromDate } from "@/domain/instant";
import { type QuarantineChoice, REPLAY_MOST_ITEMS } from "@/domain/replay";
import { itemCountMismatch, nothingChosen, tooManyChosen } from "@/domain/replay-errors";
import type { ServiceContext } from "../context";
import { saidBy } from "../said";

export type DismissInput = { choose: QuarantineChoice; count: number; note: string };

/**
 * Leaves exactly `count` open items out, with a reason; they stay to be seen and can be opened again. What of an unknown
 * effect has a case keeps it. Throws `set_empty`, `set_too_large`, `count_mismatch`.
 */
export async function dismissQuarantined(
  ctx: ServiceContext,
  { choose, count, note: typed }: DismissInput,
): Promise<{ dismissed: number; dismissed_at: string }> {
  const now = instantFromDate(ctx.now()).iso;
  const which = chosenOpen(ctx.caller.confinement, choose);
  const said = saidBy(ctx);
  const note = said.text(typed);
  const dismissed = await ctx.db.transaction(async (tx) => {
    const total = await countQuarantine(tx, which);
    if (total === 0) throw nothingChosen();
    if (total > REPLAY_MOST_ITEMS) throw tooManyChosen(total);
    if (total !== count) throw itemCountMismatch(count, total);
    const dismissed = await dismissItems(tx, which, { by: ctx.caller, note, now });
    // Some were decided, or came, while these were waited for.
    if (dismissed !== count) throw itemCountMismatch(count, dismissed);
    await recordAudit(tx, {
      ...{ actor: ctx.caller, action: "quarantine.dismissed", subject_kind: "quarantine", subject_id: now },
      details: { dismissed, note, chosen_by: chosenBy(said.choice(choose)) },
    });
    return dismissed;
  });
  said.count();
  return { dismissed, dismissed_at: now };
}

/** For people to read again; few are named, of many the number says enough. */
function chosenBy(choose: QuarantineChoice): Record<string, unknown> {
  if (!("ids" in choose)) return choose;
  return { ids: choose.ids.length > 100 ? choose.ids.length : choose.ids };
}
