import { cannotBeAssigned } from "./assignment";
import { type FoundAttempt, whyNotByAttempts } from "./attempt-finding";
import type { BulkKind, BulkParameters } from "./bulk";
import { alreadySettled, awaitingSecond } from "./case-errors";
import type { CaseFacts, CaseFlag } from "./case-rules";
import { type ClaimOnCase, claimedByOther, isHeld } from "./claim-rules";
import { type CommittedEvidence, notOverruled, whyNotOverEvidence } from "./committed-evidence";
import { conflictError, type DomainError } from "./errors";
import { newestObservation } from "./evidence";
import { type Caller, type Capability, isInside, isUnconfined, may } from "./permissions";
import { whyNotUntil } from "./snooze";
import { type Verdict, whyNotAbsent } from "./verdict";

/** What decides about one case of a set. */
export type BulkCase = ClaimOnCase &
  Pick<CaseFacts, "state" | "flags" | "key_expires_at" | "safe_after" | "deadline_at"> & {
    tenant: string | null;
    environment: string | null;
    service: string | null;
    snoozed_until: string | null;
    assigned_to_id: string | null;
    reopened_at: string | null;
    escalated_at: string | null;
    opening: number;
    /** Which opening was chosen when the set was frozen. */
    frozen_opening: number;
    /** Where a person found something of single attempts; all of them. */
    attempts: readonly FoundAttempt[];
    /** What says that it happened, in whichever opening. */
    commits: readonly CommittedEvidence[];
    /** What stands on it, or waits there for a second person. */
    verdict: StandingOrProposed | null;
    /** Which proposal was seen when the set was frozen. */
    frozen_proposal_id: string | null;
  };

type StandingOrProposed = {
  verdict_id: string;
  verdict: Verdict;
  by: string;
  by_id: string;
  by_kind: Caller["kind"];
  observed_at: string;
  overrules: readonly string[];
  settled_at: string | null;
};

/** What somebody needs to be allowed in order to do this to many cases. */
export function capabilityFor(kind: BulkKind): Capability {
  return kind === "agree" ? "cases.approve" : "cases.work";
}

/** Whose actions a caller may see: null for everybody's. */
export function bulkOwnerSeenBy(caller: Caller): Pick<Caller, "kind" | "id"> | null {
  return may(caller, "audit.read") && isUnconfined(caller.confinement) ? null : caller;
}

/** Each of these asks for a person's own look: one verdict for many does not have it. */
const KEPT_FROM_BULK = [
  "key_reused",
  "possible_duplicate",
  "contradicted",
  "unreadable",
] as const satisfies CaseFlag[];

const WHY_KEPT: Readonly<Record<(typeof KEPT_FROM_BULK)[number], string>> = {
  key_reused: "Its key came with different arguments: it has to be looked at by itself.",
  possible_duplicate: "A runtime may have repeated it: it has to be looked at by itself.",
  contradicted: "Its evidence contradicts itself: it has to be looked at by itself.",
  unreadable: "What was reported could not be read: it has to be looked at by itself.",
};

/** For counting by reason; the single case says it with names and times. */
const IN_GENERAL: Readonly<Record<string, string>> = {
  ...WHY_KEPT,
  already_settled: "Settled before.",
  awaiting_second: "A verdict waits for the agreement of a second person.",
  claimed_by_other: "Somebody else holds it.",
  not_claimed: "It is not held, so there is nothing to give back.",
  effect_may_still_land: "The request may still land; each case says from when absent is permitted.",
  not_assigned: "Nobody is asked to see to it.",
  already_assigned: "They are asked to see to it already.",
  cannot_be_assigned: "They cannot be asked to see to it.",
  already_snoozed: "It sleeps until then already.",
  snooze_in_past: "The time until which it was to sleep has passed.",
  snooze_past_deadline: "It is due before the snooze would end.",
  verdict_contradicts_attempts: "It does not agree with what was found of single attempts.",
  escalated: "Somebody asked for another pair of eyes: it has to be looked at by itself.",
  evidence_says_committed: "Evidence says that it happened: it has to be looked at by itself.",
  proposal_not_current: "No verdict waits there for a second person.",
  second_person_required: "Proposed by the same person, or by a key of theirs: another one has to agree.",
  case_moved_on: "It was reopened since it was chosen, or changed while this was decided.",
  forbidden: "Not allowed with the access there was when it was to be done.",
  stopped: "The action was stopped before.",
  internal_error: "Something failed that was not thought of; nothing was changed.",
};

/** Why cases were left as they are, without what is particular to one of them. */
export const reasonInGeneral = (code: string): string => IN_GENERAL[code] ?? code.replaceAll("_", " ");

/** The same for one case, with the time from which it would be permitted. */
export function reasonInParticular(error: DomainError): string {
  const from = error.details?.permitted_from;
  return typeof from === "string" ? `${error.message} Permitted from ${from}.` : error.message;
}

/** Who acts, when, and for whom. */
export type BulkActor = {
  by: Pick<Caller, "id">;
  now: string;
  /** Who is asked to see to the cases; null when they may not work on cases, or nobody is asked. */
  assignee: Caller | null;
  /** The keys that who acts has made, themselves or by a key of theirs. */
  own_keys: ReadonlySet<string>;
};

/**
 * Why this case is left as it is: the error that a single call by this caller would be answered at this moment,
 * but that a verdict takes the hold by itself, and that what changes nothing is said. Null when it is done.
 */
export function whyNotDone(parameters: BulkParameters, one: BulkCase, actor: BulkActor): DomainError | null {
  const { by, now, assignee } = actor;
  // What was chosen was the doubt of then: a reopened case is another matter.
  if (one.opening !== one.frozen_opening) return inGeneral("case_moved_on");
  switch (parameters.kind) {
    case "note":
      return null;
    case "release":
      return whyNotReleased(one, by, now);
    case "claim":
      return whyNotWorkedOn(one, by, now);
    case "assign":
      return whyNotAssigned(parameters.person_id, one, assignee);
    case "snooze":
      return whyNotWorkedOn(one, by, now) ?? whyNotSnoozed(parameters.until, one, now);
    case "verdict":
      return whyNotWorkedOn(one, by, now) ?? whyNotSettled(parameters, one, now);
    case "agree":
      return whyNotAgreed(one, actor);
  }
}

const inGeneral = (code: string) => conflictError(code, reasonInGeneral(code));

/** Open, and held by nobody else. */
function whyNotWorkedOn(one: BulkCase, by: Pick<Caller, "id">, now: string): DomainError | null {
  if (one.verdict !== null)
    return one.state === "settled"
      ? alreadySettled(one.verdict, one.verdict.settled_at)
      : awaitingSecond(one.verdict);
  return isHeld(one, now) && one.claimed_by_id !== by.id ? claimedByOther(one) : null;
}

function whyNotReleased(one: BulkCase, by: Pick<Caller, "id">, now: string): DomainError | null {
  if (one.claimed_by_id === by.id) return null;
  return isHeld(one, now) ? claimedByOther(one) : inGeneral("not_claimed");
}

function whyNotAssigned(
  person_id: string | null,
  one: BulkCase,
  assignee: Caller | null,
): DomainError | null {
  if (person_id === null) return one.assigned_to_id === null ? inGeneral("not_assigned") : null;
  if (one.verdict !== null && one.state === "settled")
    return alreadySettled(one.verdict, one.verdict.settled_at);
  if (one.assigned_to_id === person_id) return inGeneral("already_assigned");
  const sees = assignee !== null && may(assignee, "cases.work") && isInside(assignee.confinement, one);
  return sees ? null : cannotBeAssigned("parameters.person_id", person_id);
}

function whyNotSnoozed(until: string, one: BulkCase, now: string): DomainError | null {
  if (one.snoozed_until === until) return inGeneral("already_snoozed");
  return whyNotUntil(until, one.deadline_at, now);
}

function whyNotSettled(
  given: Extract<BulkParameters, { kind: "verdict" }>,
  one: BulkCase,
  now: string,
): DomainError | null {
  const kept = whyKept(one);
  if (kept !== null) return kept;
  const byAttempts = whyNotByAttempts(one.attempts, given.verdict, one);
  if (byAttempts !== null) return byAttempts;
  if (given.verdict !== "absent") return null;
  if (one.commits.length > 0) return inGeneral("evidence_says_committed");
  // A reused key is kept out above.
  const key = { key_expires_at: one.key_expires_at, key_reused: false };
  return whyNotAbsent(key, one.safe_after, newestObservation(given.evidence), now);
}

/** What asks for a person's own look, whether a verdict is given or agreed to. */
function whyKept({ flags, escalated_at }: BulkCase): DomainError | null {
  const kept = KEPT_FROM_BULK.find((flag) => flags.includes(flag));
  if (kept !== undefined) return conflictError(kept, WHY_KEPT[kept]);
  return escalated_at === null ? null : inGeneral("escalated");
}

/** The rules of a single agreement, to the very proposal that was seen. */
function whyNotAgreed(one: BulkCase, { by, now, own_keys }: BulkActor): DomainError | null {
  const { verdict: proposal } = one;
  if (proposal === null) return inGeneral("proposal_not_current");
  if (one.state === "settled") return alreadySettled(proposal, proposal.settled_at);
  if (proposal.verdict_id !== one.frozen_proposal_id) return inGeneral("case_moved_on");
  if (proposal.by_id === by.id || own_keys.has(proposal.by_id)) return inGeneral("second_person_required");
  const kept = whyKept(one);
  if (kept !== null) return kept;
  const { verdict, by_kind, overrules, observed_at } = proposal;
  const left = notOverruled(one.commits, overrules);
  if (whyNotOverEvidence(left, { verdict, overrules: [], by_kind }) !== null)
    return inGeneral("evidence_says_committed");
  if (verdict !== "absent") return null;
  return whyNotAbsent(
    { key_expires_at: one.key_expires_at, key_reused: false },
    one.safe_after,
    observed_at,
    now,
  );
}
