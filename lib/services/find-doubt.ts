import { readDoubtCases, readRunOutCases } from "@/db/queries/doubt-cases";
import { hasEffectConflict } from "@/db/queries/effect-conflicts";
import type { EventRow } from "@/db/queries/events-read";
import { readSeenEffects } from "@/db/queries/intent-attempts";
import { type CaseOfIntent, readCaseOfIntent } from "@/db/queries/intent-case";
import { readPossibleEffects } from "@/db/queries/possible-evidence";
import { mostDoubtful } from "@/domain/cases-in-doubt";
import type { Effect } from "@/domain/effect";
import { effectWithEvidence, effectWithPossible } from "@/domain/effect-of-attempts";
import { instantFromDate } from "@/domain/instant";
import type { ServiceContext } from "./context";
import type { KnownOccurrence } from "./read-occurrences";

/** How it became known that a case speaks for the failure; null where the failure is among its attempts, or there is none. */
export type FoundBy = "intent" | "reference" | null;

export type Doubt = { case: CaseOfIntent | null; found_by: FoundBy; effect: Effect | null };

type Asked = {
  chosen: KnownOccurrence;
  last: EventRow;
  /** Of all attempts of its intent. */
  effect: Effect | null;
  /** The tools of other failures that share the reference. */
  other_tools: readonly string[];
};

/**
 * The case that speaks for the failure and what is known of its effect with what machines saw. Its own case, another
 * attempt's of its intent, and those that only share its reference or key, which may be about it.
 */
export async function findDoubt(ctx: ServiceContext, asked: Asked): Promise<Doubt> {
  const { chosen, last, effect } = asked;
  const { idempotency_key } = last;
  const keyed = idempotency_key === null ? null : { ...last, idempotency_key };
  const [own, loose, possible, contradicted] = await Promise.all([
    chosen.case ?? (keyed && readCaseOfIntent(ctx.db, keyed)),
    readDoubtCases(ctx.db, doubtOf(asked), ctx.caller.confinement),
    keyed === null ? [] : readPossibleEffects(ctx.db, keyed),
    hasEffectConflict(ctx.db, last.reference, chosen.events),
  ]);
  const ownBy: FoundBy = chosen.case === null ? "intent" : null;
  const cases = await withoutRunOut(ctx, [
    ...(own === null ? [] : [{ ...own, own: true, found_by: ownBy }]),
    ...loose
      .filter(({ case_id }) => case_id !== own?.case_id)
      .map((one) => ({ ...one, own: false, found_by: looseBy(one) })),
  ]);
  const found = mostDoubtful(cases, effect);
  const known = await effectSeen(ctx, { found, effect });
  const isSettled = found !== null && found.state === "settled";
  const seen = contradicted ? [...possible, { effect: "committed" as const, sure: false }] : possible;
  return {
    case: found,
    found_by: found?.found_by ?? null,
    effect: isSettled ? known : effectWithPossible(known, seen),
  };
}

const looseBy = ({ by_reference }: { by_reference: boolean }): FoundBy =>
  by_reference ? "reference" : "intent";

function doubtOf({ chosen, last, other_tools }: Asked) {
  const { reference, occurred_at, tenant, environment, service, tool, idempotency_key } = last;
  const parts = { tenant, environment, service, tool, idempotency_key };
  return { reference, occurred_at, ...parts, events: chosen.events, other_tools };
}

async function effectSeen(
  { db }: ServiceContext,
  { found, effect }: { found: CaseOfIntent | null; effect: Effect | null },
): Promise<Effect | null> {
  if (found === null || found.state === "settled") return effect;
  return effectWithEvidence(effect, await readSeenEffects(db, found.case_id));
}

/**
 * The cases with those open whose `safe_to_retry` is over, as a runtime that asks now would be answered: it is reopened
 * then, and until then nobody may act on it.
 */
export async function withoutRunOut<Found extends Omit<CaseOfIntent, "reporter_ids">>(
  ctx: ServiceContext,
  cases: readonly Found[],
): Promise<Found[]> {
  const free = cases.filter(({ state, verdict }) => state === "settled" && verdict === "absent");
  const over = await readRunOutCases(
    ctx.db,
    free.map(({ case_id }) => case_id),
    instantFromDate(ctx.now()).iso,
  );
  return cases.map((one) =>
    over.has(one.case_id) ? { ...one, state: "open", verdict: null, settled_at: null } : one,
  );
}
