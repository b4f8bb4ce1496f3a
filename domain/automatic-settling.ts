import { type FoundAttempt, whyNotByAttempts } from "./attempt-finding";
import type { CaseFacts, CaseFlag, ReopenedBecause } from "./case-rules";
import { type ClaimOnCase, isHeld } from "./claim-rules";
import { addSeconds } from "./instant";
import type { ToolRules } from "./tool-rules";
import { type Observation, speaksAgainst, type Verdict, whyNotAbsent } from "./verdict";

/** What is known of a case when machine evidence has just been attached. */
export type CaseByItself = ClaimOnCase &
  Pick<
    CaseFacts,
    "state" | "opening" | "flags" | "key_expires_at" | "safe_after" | "first_attempt_at" | "last_attempt_at"
  > & {
    reopened_because: ReopenedBecause | null;
    escalated_at: string | null;
    /** Who reported it by hand, at whatever time. */
    reporter_ids: readonly string[];
  };

/** What else is known of the intent. */
export type KnownBefore = {
  /** Whatever was seen, by whomever, in whichever opening, attached or merely possible. */
  observations: readonly Observation[];
  /** The answers of earlier openings, by which runtimes may have acted. */
  verdicts: readonly { verdict: Verdict; observed_at: string }[];
  /** What people found of single attempts, in whichever opening; empty where nobody found anything. */
  attempts: readonly FoundAttempt[];
};

/**
 * With these a person has to look: a machine cannot know what the key was used for, what could not be read,
 * what a person reported, or which of two is the duplicate. `inferred` and `no_key` are no obstacle.
 */
const IN_THE_WAY: readonly CaseFlag[] = [
  "key_reused",
  "possible_duplicate",
  "contradicted",
  "unreadable",
  "by_hand",
];

/**
 * Whether this evidence settles the case without anybody (CONTRACT "Cases"; docs/decisions/0042). Contradicting
 * sources never settle by themselves, and an earlier answer is such a source.
 */
export function settlesByItself(
  found: CaseByItself,
  evidence: Observation,
  known: KnownBefore,
  rules: Pick<ToolRules, "settles_automatically" | "needs_second_person" | "in_flight_seconds">,
  now: string,
): boolean {
  if (rules.needs_second_person || !isPermitted(evidence, rules)) return false;
  if (found.state !== "open" || isHeld(found, now) || found.escalated_at !== null) return false;
  if (found.reporter_ids.length > 0 || (found.reopened_because === "by_hand" && found.opening > 1))
    return false;
  if (found.flags.some((flag) => IN_THE_WAY.includes(flag))) return false;
  if (known.observations.some((other) => contradicts(evidence, other, found.safe_after))) return false;
  if (known.verdicts.some((verdict) => answeredOtherwise(verdict, evidence, found.safe_after))) return false;
  // Whenever it was found: a machine does not go over a person's word.
  if (whyNotByAttempts(known.attempts, evidence.effect, { flags: found.flags, reopened_at: null }) !== null)
    return false;
  return speaksOfThisOpening(found, evidence, rules.in_flight_seconds, now);
}

function isPermitted({ effect }: Observation, rules: Pick<ToolRules, "settles_automatically">): boolean {
  if (rules.settles_automatically === "committed") return effect === "committed";
  return rules.settles_automatically === "committed_or_absent";
}

/**
 * What was seen before the first attempt may be of an earlier use of the key. An attempt is dated by its failure, often a
 * timeout, so a commit may have been seen while its request was on the way: up to `in_flight_seconds` before. An absence seen before the last attempt
 * says nothing of it, and before it can no longer land only what the key permits. A commit stays one, but after a
 * reopening the older one may be what the last verdict was about.
 */
function speaksOfThisOpening(
  found: CaseByItself,
  { effect, observed_at }: Observation,
  in_flight_seconds: number,
  now: string,
): boolean {
  const on_the_way = effect === "committed" ? in_flight_seconds : 0;
  if (observed_at < addSeconds(found.first_attempt_at, -on_the_way)) return false;
  if (observed_at < found.last_attempt_at && (effect === "absent" || found.opening > 1)) return false;
  if (effect === "committed") return true;
  const key = { key_expires_at: found.key_expires_at, key_reused: found.flags.includes("key_reused") };
  return whyNotAbsent(key, found.safe_after, observed_at, now) === null;
}

/** Not there yet contradicts no verdict, but does not go over one either that said it happened. */
function answeredOtherwise(
  verdict: KnownBefore["verdicts"][number],
  evidence: Observation,
  safe_after: string,
): boolean {
  const happened = verdict.verdict === "committed" || verdict.verdict === "compensated";
  return (evidence.effect === "absent" && happened) || speaksAgainst(verdict, evidence, safe_after);
}

/**
 * Against an absence stands whatever was ever seen committed. Against a commit stands an absence seen after it,
 * or once nothing could land any more; not there yet, then there, is no contradiction.
 */
function contradicts(evidence: Observation, other: Observation, safe_after: string): boolean {
  if (evidence.effect === other.effect) return false;
  if (evidence.effect === "absent") return true;
  return other.observed_at >= safe_after || other.observed_at > evidence.observed_at;
}
