import { topicsForIntent } from "@/db/queries/case-topics";
import { type CaseAnswer, viewCases } from "@/db/queries/case-view";
import { type CaseFilter, findCase } from "@/db/queries/cases";
import { rescueClaims, takeNextRow } from "@/db/queries/claims";
import { caseScopeOf } from "@/domain/case-scope";
import { instantFromDate } from "@/domain/instant";
import type { ServiceContext } from "../context";
import { publishTopics } from "../publish";

/**
 * Claims the most urgent unclaimed case, or answers null when there is none. Claims that ran out are freed
 * first, in a transaction of their own, so that this one holds nothing while it looks.
 */
export async function takeNextCase(
  ctx: ServiceContext,
  input: Omit<CaseFilter, "state"> = {},
): Promise<CaseAnswer | null> {
  const now = instantFromDate(ctx.now()).iso;
  await ctx.db.transaction((tx) => rescueClaims(tx, now));
  const taken = (await take(ctx, input, now, false)) ?? (await take(ctx, input, now, true));
  if (taken === null) return null;
  publishTopics(ctx, topicsForIntent(taken));
  return taken;
}

function take(
  ctx: ServiceContext,
  filter: CaseFilter,
  now: string,
  patient: boolean,
): Promise<CaseAnswer | null> {
  const scope = caseScopeOf(ctx.caller);
  return ctx.db.transaction(async (tx) => {
    const case_id = await takeNextRow(tx, scope, filter, ctx.caller, now, patient);
    const row = case_id === null ? null : await findCase(tx, scope, case_id);
    return row === null ? null : ((await viewCases(tx, [row], { caller: ctx.caller, now }))[0] ?? null);
  });
}
