import { readSourceSlots } from "@/db/queries/source-slots";
import type { Candidate } from "@/domain/candidates";
import { addSeconds, instantFromDate } from "@/domain/instant";
import { isUnconfined } from "@/domain/permissions";
import { looksLikeReference } from "@/domain/reference-likeness";
import { furthestBehind, RHYTHM_SECONDS } from "@/domain/source-lag";
import type { ServiceContext } from "./context";

/**
 * The source that is furthest behind, when the text holds something that may still come; null where none is. A source
 * reports for every tenant, so who is confined to a part is not told its name (as in `readIntake`).
 */
export async function readLag(ctx: ServiceContext, candidates: readonly Candidate[]) {
  if (!candidates.some(({ readings }) => readings.some(looksLikeReference))) return null;
  const now = instantFromDate(ctx.now()).iso;
  const slots = await readSourceSlots(ctx.db, { since: addSeconds(now, -RHYTHM_SECONDS), now });
  const behind = furthestBehind(slots, now);
  if (behind === null || isUnconfined(ctx.caller.confinement)) return behind;
  return { ...behind, source: null };
}
