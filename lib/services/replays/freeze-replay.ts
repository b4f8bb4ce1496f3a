import { randomUUID } from "node:crypto";
import type { Transaction } from "@/db/client";
import { recordAudit } from "@/db/queries/audit";
import { chosenOpen } from "@/db/queries/quarantine-read";
import { freezeReplayItems } from "@/db/queries/replay-items";
import { findReplay, insertReplay, setReplayTotal } from "@/db/queries/replays";
import { forbiddenError } from "@/domain/errors";
import { instantFromDate } from "@/domain/instant";
import type { Mapping } from "@/domain/mapping";
import { type QuarantineChoice, REPLAY_MOST_ITEMS } from "@/domain/replay";
import { nothingChosen, replayNotFound, tooManyChosen } from "@/domain/replay-errors";
import { scrubMapping } from "@/domain/scrub/scrub-mapping";
import type { ServiceContext } from "../context";
import { type ReplayView, viewReplay } from "../replay-view";
import { saidBy } from "../said";
import { newScrub } from "../scrubbing";

/**
 * Freezes the open items that are to be mended and sent again, as they are chosen now; nothing is sent yet. What
 * is named and not open, or not there, is left out. Throws `set_empty`, `set_too_large`.
 */
export async function freezeReplay(
  ctx: ServiceContext,
  input: { choose: QuarantineChoice; mapping: Mapping },
): Promise<ReplayView> {
  const { caller } = ctx;
  if (caller.kind === "system") throw forbiddenError();
  const replay_id = randomUUID();
  const { choose } = input;
  const mapping = scrubMapping(input.mapping, newScrub(ctx.settings));
  const chosen_by = "ids" in choose ? { ids: new Set(choose.ids).size } : saidBy(ctx).choice(choose);
  await ctx.db.transaction(async (tx) => {
    await insertReplay(tx, {
      ...{ replay_id, mapping, chosen_by, by_kind: caller.kind as "person" | "key" },
      ...{ by_id: caller.id, by: caller.name, created_at: instantFromDate(ctx.now()).iso },
    });
    const total = await freeze(ctx, tx, replay_id, choose);
    await setReplayTotal(tx, replay_id, total);
    await recordAudit(tx, {
      ...{ actor: caller, action: "replay.frozen", subject_kind: "replay", subject_id: replay_id },
      details: { total, chosen_by, mapping },
    });
  });
  const row = await findReplay(ctx.db, caller, replay_id);
  if (row === null) throw replayNotFound();
  return viewReplay(ctx.db, row);
}

async function freeze(
  { caller }: ServiceContext,
  tx: Transaction,
  replay_id: string,
  choose: QuarantineChoice,
): Promise<number> {
  const which = chosenOpen(caller.confinement, choose);
  const total = await freezeReplayItems(tx, replay_id, which, REPLAY_MOST_ITEMS);
  if (total > REPLAY_MOST_ITEMS) throw tooManyChosen(total);
  if (total === 0) throw nothingChosen();
  return total;
}
