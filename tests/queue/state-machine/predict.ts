import { type Expected, ok, refused } from "./expected";
import {
  attemptsOf,
  commitsOf,
  isHeld,
  type Model,
  mayBeAbsent,
  overrulesOf,
  protectedUntil,
  rulesOf,
} from "./model";
import { type Machine, type Outcome, target } from "./perform";
import { acknowledged, polled } from "./predict-told";
import type { CaseSeen } from "./rows";
import type { Write } from "./steps";

export function predict(machine: Machine, model: Model, step: Write): Expected | null {
  switch (step.do) {
    case "attempts":
    case "rescue":
      return ok();
    case "take":
      return taken(machine, model, step.who);
    case "report":
      return ok((answer) => crossed(model, step.intent.tool, step.intent.idempotency_key, answer));
    case "by_hand":
      return isOutside(step.who, step.intent.tenant) ? refused("forbidden") : ok();
    default: {
      const row = target(model, step.which);
      return row === undefined ? null : onCase(machine, model, step, row);
    }
  }
}

/** Carl may see tenant `a` only. */
const isOutside = (who: string, tenant: string | null) => who === "carl" && tenant !== "a";

type OnCase = Extract<Write, { which: number }>;

function onCase(machine: Machine, model: Model, step: OnCase, row: CaseSeen): Expected | null {
  if (step.do === "poll") return polled(model, row);
  if (step.do === "acknowledge") return acknowledged(model, row, step);
  const me = machine.people[step.who].caller;
  if (step.do === "approve" && me.kind === "key") return refused("forbidden");
  if (isOutside(step.who, row.tenant)) return refused("case_not_found");
  const over =
    row.state === "settled" ? "already_settled" : row.state === "awaiting_second" ? "awaiting_second" : null;
  const byOther = isHeld(row, model.now) && row.claimed_by_id !== me.id;
  switch (step.do) {
    case "claim":
      if (over !== null) return refused(over);
      return byOther ? refused("claimed_by_other") : ok();
    case "release":
      return byOther ? refused("claimed_by_other") : ok();
    case "settle":
    case "work":
      return settled(model, step, row, { id: me.id, kind: me.kind, over, byOther });
    case "approve":
      return approved(model, row, me.id, step.agree);
    case "see":
    case "wake":
    case "deescalate":
      return ok();
    case "reopen":
      return row.state === "settled" ? ok() : refused("case_not_settled");
    case "snooze":
      return snoozed(model, row, model.now + step.seconds, over, byOther);
    case "escalate":
      if (over !== null) return refused(over);
      return byOther ? refused("claimed_by_other") : ok();
    case "assign":
      if (row.state === "settled") return refused("already_settled");
      return isOutside(step.to, row.tenant) ? refused("cannot_be_assigned") : ok();
    case "find":
      if (over !== null) return refused(over);
      if (byOther) return refused("claimed_by_other");
      return isHeld(row, model.now) ? ok() : refused("claim_required", "claim_expired");
  }
}

/** The nearest deadline among what is open, awake, in sight, free, and not escalated by who asks. */
function taken(machine: Machine, model: Model, who: keyof Machine["people"]): Expected {
  const me = machine.people[who].caller;
  const free = model.rows.cases.filter(
    (row) =>
      row.state === "open" &&
      !isOutside(who, row.tenant) &&
      !isHeld(row, model.now) &&
      (row.snoozed_until === null || row.snoozed_until <= model.now) &&
      row.escalated_by_id !== me.id,
  );
  const nearest = Math.min(...free.map(({ deadline_at }) => deadline_at));
  const best = free.filter(({ deadline_at }) => deadline_at === nearest).map(({ case_id }) => case_id);
  return ok((answer) => {
    const got = (answer as { case_id: string } | null)?.case_id ?? null;
    return got === null
      ? best.length === 0
        ? null
        : `found nothing instead of ${best}`
      : best.includes(got)
        ? null
        : `took ${got} instead of ${best}`;
  });
}

type Asker = { id: string; kind: string; over: string | null; byOther: boolean };

function settled(
  model: Model,
  step: Extract<Write, { do: "settle" | "work" }>,
  row: CaseSeen,
  { id, kind, over, byOther }: Asker,
): Expected {
  const given = model.rows.verdicts.find(
    ({ verdict_id }) => verdict_id === (row.verdict_id ?? row.proposal_id),
  );
  const named = overrulesOf(model.rows, row, step);
  if (over !== null) {
    const external_id = step.do === "settle" ? step.external_id : null;
    const same =
      given?.by_id === id &&
      given.verdict === step.verdict &&
      given.external_id === external_id &&
      String([...given.overrules].sort()) === String([...named].sort());
    return same
      ? ok((answer) =>
          (answer as { verdict_id: string }).verdict_id === given.verdict_id ? null : "is another verdict",
        )
      : refused(over);
  }
  if (byOther) return refused("claimed_by_other");
  if (step.do === "settle" && !isHeld(row, model.now)) return refused("claim_required", "claim_expired");
  const attempts = attemptsOf(model.rows, row.case_id);
  const early = step.verdict === "absent" && !mayBeAbsent(row, attempts, model.now - step.ago, model.now);
  const commits = step.verdict === "absent" ? commitsOf(model.rows, row) : [];
  const against = commits.some(({ evidence_id }) => kind !== "person" || !named.includes(evidence_id));
  // What single attempts became has rules of its own; here they may only refuse.
  if (row.flags.includes("possible_duplicate") || attempts.some(({ found }) => found !== null))
    return {
      ok: true,
      check: () => (early ? "was given too early" : against ? "was given over what says committed" : null),
      ...{
        codes: [
          "attempts_not_settled",
          "verdict_contradicts_attempts",
          ...(early ? ["effect_may_still_land"] : []),
          ...(against ? ["evidence_says_committed"] : []),
        ],
      },
    };
  if (against) return refused("evidence_says_committed");
  if (early) return refused("effect_may_still_land");
  return ok((answer) => rightlyTold(model, step.verdict, row, answer));
}

function rightlyTold(model: Model, verdict: string, row: CaseSeen, answer: unknown): string | null {
  const { state, retry_with } = answer as { state: string; retry_with: string | null };
  const should = rulesOf(row.tool).second ? "awaiting_second" : "settled";
  if (state !== should) return `is ${state} instead of ${should}`;
  const until = protectedUntil(row, attemptsOf(model.rows, row.case_id));
  const same = until !== null && model.now < until ? "same_key" : "new_key";
  const repeat = verdict === "absent" ? same : verdict === "compensated" ? "new_key" : null;
  return retry_with === repeat ? null : `says ${retry_with} instead of ${repeat}`;
}

function approved(model: Model, row: CaseSeen, id: string, agree: boolean): Expected {
  const waiting = model.rows.verdicts.find(({ verdict_id }) => verdict_id === row.proposal_id);
  const before = model.rows.verdicts.find(({ verdict_id }) => verdict_id === row.verdict_id);
  if (agree && before?.approved_by_id === id) return ok();
  if (waiting === undefined) return refused("proposal_not_current");
  if (waiting.by_id === id) return refused("second_person_required");
  const attempts = attemptsOf(model.rows, row.case_id);
  const early =
    agree && waiting.verdict === "absent" && !mayBeAbsent(row, attempts, waiting.observed_at, model.now);
  const left = waiting.verdict === "absent" ? commitsOf(model.rows, row) : [];
  if (agree && left.some(({ evidence_id }) => !waiting.overrules.includes(evidence_id)))
    return refused("evidence_says_committed");
  return early ? refused("effect_may_still_land") : ok();
}

function snoozed(
  model: Model,
  row: CaseSeen,
  until: number,
  over: string | null,
  byOther: boolean,
): Expected {
  if (over !== null) return refused(over);
  if (until > row.deadline_at) return refused("snooze_past_deadline");
  if (until <= model.now) return refused("snooze_in_past");
  return byOther ? refused("claimed_by_other") : ok();
}

/** Evidence belongs to the tool and key it names, or to nothing. */
function crossed(model: Model, tool: string, key: string | null, answer: unknown): string | null {
  const { case_id } = answer as { case_id: string | null };
  if (case_id === null) return null;
  const row = model.rows.cases.find((one) => one.case_id === case_id);
  return row?.tool === tool && row.idempotency_key === key
    ? null
    : `evidence was attached to ${JSON.stringify(row)}`;
}

/** What is wrong with an outcome; null when it is as expected. */
export function judge(expected: Expected | null, outcome: Outcome): string | null {
  if (expected === null || outcome === "nothing") return null;
  if ("refused" in outcome)
    return "codes" in expected && expected.codes.includes(outcome.refused)
      ? null
      : `was refused: ${outcome.refused}`;
  if (!("ok" in expected)) return `was allowed, should be refused: ${expected.codes}`;
  return expected.check?.(outcome.answer) ?? null;
}
