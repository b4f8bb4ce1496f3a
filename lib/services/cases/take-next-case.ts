import type { Transaction } from "@/db/client";
import { topicsForIntent } from "@/db/queries/case-topics";
import { type CaseAnswer, viewCases } from "@/db/queries/case-view";
import { findUnclaimed, rescueClaims, takeNextRow, takeUnclaimedRow } from "@/db/queries/claims";
import type { CaseRow } from "@/db/queries/lock-cases";
import type { CaseFilter } from "@/domain/case-filter";
import { caseScopeOf } from "@/domain/case-scope";
import { instantFromDate } from "@/domain/instant";
import type { ServiceContext } from "../context";
import { publishTopics } from "../publish";

/**
 * Claims the most urgent unclaimed case, or answers null when there is none: not one that sleeps, nor one that the
 * caller escalated. Claims that ran out are freed first, in a transaction of their own, so that this one holds nothing while it looks.
 */
export async function takeNextCase(
  ctx: ServiceContext,
  input: Omit<CaseFilter, "state"> = {},
): Promise<CaseAnswer | null> {
  const now = instantFromDate(ctx.now()).iso;
  const scope = caseScopeOf(ctx.caller);
  await rescueClaims(ctx.db, now);
  const taken =
    (await take(ctx, now, (tx) => takeNextRow(tx, scope, input, ctx.caller, now))) ??
    (await takeWhatIsHeld(ctx, input, now));
  if (taken !== null) publishTopics(ctx, topicsForIntent(taken));
  return taken;
}

/**
 * Whatever is left is being worked on by others this moment: an event joins it, somebody else takes it. Waits
 * for one row at a time; who loses it looks again, and somebody got further each time.
 */
async function takeWhatIsHeld(
  ctx: ServiceContext,
  filter: CaseFilter,
  now: string,
): Promise<CaseAnswer | null> {
  const scope = caseScopeOf(ctx.caller);
  for (;;) {
    const case_id = await findUnclaimed(ctx.db, scope, filter, ctx.caller);
    if (case_id === null) return null;
    const taken = await take(ctx, now, (tx) => takeUnclaimedRow(tx, scope, filter, case_id, ctx.caller, now));
    if (taken !== null) return taken;
  }
}

function take(
  ctx: ServiceContext,
  now: string,
  takeRow: (tx: Transaction) => Promise<CaseRow | null>,
): Promise<CaseAnswer | null> {
  return ctx.db.transaction(async (tx) => {
    const row = await takeRow(tx);
    return row === null ? null : ((await viewCases(tx, [row], { caller: ctx.caller, now }))[0] ?? null);
  });
}
