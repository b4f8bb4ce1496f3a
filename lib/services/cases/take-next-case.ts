import { topicsForIntent } from "@/db/queries/case-topics";
import { type CaseAnswer, viewCases } from "@/db/queries/case-view";
import { anyToRescue, rescueClaims } from "@/db/queries/claims";
import type { CaseRow } from "@/db/queries/lock-cases";
import { findUnclaimed, type Taking, takeNextRow, takeUnclaimedRow } from "@/db/queries/take-next";
import { type AskedCaseFilter, meantFilter } from "@/domain/case-filter";
import { caseScopeOf } from "@/domain/case-scope";
import { instantFromDate } from "@/domain/instant";
import type { ServiceContext } from "../context";
import { publishTopics } from "../publish";

/**
 * Claims the most urgent unclaimed case, or answers null when there is none: not one that sleeps, nor one that the
 * caller escalated. Claims that ran out are freed first, in a transaction of their own, so that this one holds
 * nothing while it looks.
 */
export async function takeNextCase(
  ctx: ServiceContext,
  input: Omit<AskedCaseFilter, "state"> = {},
): Promise<CaseAnswer | null> {
  const now = instantFromDate(ctx.now()).iso;
  const filter = meantFilter(input, ctx.caller.id, now);
  const taking = { scope: caseScopeOf(ctx.caller), filter, holder: ctx.caller, now };
  if (await anyToRescue(ctx.db, now)) await rescueClaims(ctx.db, now);
  const row = (await takeNextRow(ctx.db, taking)) ?? (await takeWhatIsHeld(ctx, taking));
  if (row === null) return null;
  publishTopics(ctx, topicsForIntent(row));
  const [view] = await viewCases(ctx.db, [row], { caller: ctx.caller, now });
  return view ?? null;
}

/**
 * Whatever is left is being worked on by others this moment: an event joins it, somebody else takes it. Waits
 * for one row at a time; who loses it looks again, and somebody got further each time.
 */
async function takeWhatIsHeld(ctx: ServiceContext, taking: Taking): Promise<CaseRow | null> {
  for (;;) {
    const case_id = await findUnclaimed(ctx.db, taking);
    if (case_id === null) return null;
    const row = await ctx.db.transaction((tx) => takeUnclaimedRow(tx, taking, case_id));
    if (row !== null) return row;
  }
}
