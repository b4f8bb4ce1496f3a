import type { Transaction } from "@/db/client";
import { readConflict } from "@/db/queries/case-conflict";
import { topicsForIntent } from "@/db/queries/case-topics";
import { type CaseAnswer, viewCases } from "@/db/queries/case-view";
import { findCase } from "@/db/queries/cases";
import { type CaseRow, lockCase } from "@/db/queries/lock-cases";
import { caseNotFound } from "@/domain/case-errors";
import { type CaseScope, caseScopeOf } from "@/domain/case-scope";
import { conflictError } from "@/domain/errors";
import { instantFromDate } from "@/domain/instant";
import type { ServiceContext } from "./context";
import { publishTopics } from "./publish";

export type CaseWork = { tx: Transaction; scope: CaseScope; case_id: string; now: string };

/**
 * One person's move on one case, in a transaction: `act` does it by one conditional statement and answers the topics it
 * has to publish besides the case's, or null when that statement found nothing to change. Then `whyNot` says, with the
 * row held, why: it throws, or returns when the case already is as asked. Answers the case as it is then.
 */
export async function changeCase(
  ctx: ServiceContext,
  case_id: string,
  act: (work: CaseWork) => Promise<string[] | null>,
  whyNot: (work: CaseWork, row: CaseRow) => Promise<void>,
): Promise<CaseAnswer> {
  const now = instantFromDate(ctx.now()).iso;
  const scope = caseScopeOf(ctx.caller);
  const { view, topics } = await ctx.db.transaction(async (tx) => {
    const work = { tx, scope, case_id, now };
    const told = (await act(work)) ?? (await actHolding(work, act, whyNot));
    const row = await findCase(tx, scope, case_id);
    const [view] = row === null ? [] : await viewCases(tx, [row], { caller: ctx.caller, now });
    return { view, topics: told };
  });
  if (view === undefined) throw caseNotFound();
  if (topics !== null) publishTopics(ctx, [...topicsForIntent(view), ...topics]);
  return view;
}

/** Once more with the row held: what stood in the way may be over, and the reason given is that of this moment. */
async function actHolding(
  work: CaseWork,
  act: (work: CaseWork) => Promise<string[] | null>,
  whyNot: (work: CaseWork, row: CaseRow) => Promise<void>,
): Promise<string[] | null> {
  const row = await lockSeen(work);
  const told = await act(work);
  if (told === null) await whyNot(work, row);
  return told;
}

async function lockSeen({ tx, scope, case_id }: CaseWork): Promise<CaseRow> {
  const row = await lockCase(tx, scope, case_id);
  if (row === null) throw caseNotFound();
  return row;
}

/** Throws what stands against work on the case. */
export async function refuseWork(ctx: ServiceContext, { tx, now }: CaseWork, row: CaseRow): Promise<never> {
  throw (
    (await readConflict(tx, row, ctx.caller.id, now)) ??
    conflictError("case_moved_on", "The case changed while this was decided; nothing was done.", {
      hint: "Try again.",
      retryable: true,
    })
  );
}
