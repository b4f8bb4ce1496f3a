import { addSeconds } from "./instant";
import { keyExpiry } from "./intent";
import type { ToolRules } from "./tool-rules";
import { keyProtects, type Observation, type RetryWith, speaksAgainst, type Verdict } from "./verdict";

export const CASE_STATES = ["open", "awaiting_second", "settled"] as const;
export type CaseState = (typeof CASE_STATES)[number];

/**
 * The queue's views. `open` leaves out what sleeps; `mine`: held by the caller; `second`: waits for a second
 * person; `assigned`: the caller is asked to see to it; `watched`: the caller is told what becomes of it, and it
 * is not settled yet.
 */
export const CASE_VIEWS = [
  "open",
  "mine",
  "assigned",
  "second",
  "escalated",
  "snoozed",
  "watched",
  "settled",
  "undelivered",
  "overdue",
] as const;
export type CaseView = (typeof CASE_VIEWS)[number];

export const CASE_FLAGS = [
  /** Nobody said `unknown` yet: unmapped failures of a writing tool did not report their effect. */
  "inferred",
  /** Opened by a person or a key, not by an event. */
  "by_hand",
  /** The same key came with other arguments: it protects nothing. */
  "key_reused",
  "no_key",
  /** Rejected or conflicting, but it said `unknown`. */
  "unreadable",
  /** A runtime had taken `safe_to_retry` when the effect was seen as committed. */
  "possible_duplicate",
  /** Reopened because something seen outside speaks against the verdict. */
  "contradicted",
  "delivery_failed",
] as const;
export type CaseFlag = (typeof CASE_FLAGS)[number];

export const REOPENED_BECAUSE = ["new_attempt", "contradicted", "key_reused", "expired", "by_hand"] as const;
export type ReopenedBecause = (typeof REOPENED_BECAUSE)[number];

/** What a verdict that stands says about the moment it was given. */
export type StandingVerdict = {
  verdict: Verdict;
  retry_with: RetryWith | null;
  /** When the newest of its evidence was observed. */
  observed_at: string;
};

/** The parts of a case that attempts and evidence change. */
export type CaseFacts = {
  state: CaseState;
  opening: number;
  flags: CaseFlag[];
  first_attempt_at: string;
  last_attempt_at: string;
  key_expires_at: string | null;
  safe_after: string;
  /** From when the service level counts: the first attempt, later the reopening. */
  due_from: string;
  deadline_at: string;
  arguments_hash: string | null;
  attempt_count: number;
};

export type NewAttempt = {
  occurred_at: string;
  arguments_hash: string | null;
  /** Whether it leaves the effect in doubt. */
  opens: boolean;
  /** The doubt is ours: it said nothing of its effect. */
  inferred?: boolean;
};

export type CaseNews = { attempts: readonly NewAttempt[]; observations: readonly Observation[] };

export type CaseContext = {
  rules: ToolRules;
  now: string;
  /** Null unless settled. */
  verdict: StandingVerdict | null;
  /** Whether a runtime ever acknowledged a `safe_to_retry` of this case. */
  retry_acknowledged: boolean;
};

export type CaseChange = {
  facts: CaseFacts;
  reopened: ReopenedBecause | null;
  /** New evidence or attempts void what waits for a second person. */
  proposal_voided: boolean;
};

/**
 * When a case becomes overdue: when the key stops protecting a repeat, if it did protect when the case
 * became due; else the tool's service level.
 */
export function deadlineOf(
  facts: Pick<CaseFacts, "opening" | "flags" | "key_expires_at" | "due_from">,
  rules: Pick<ToolRules, "sla_seconds">,
): string {
  const { key_expires_at, due_from } = facts;
  const keyed = key_expires_at !== null && !facts.flags.includes("key_reused");
  if (keyed && (facts.opening === 1 || key_expires_at > due_from)) return key_expires_at;
  return addSeconds(due_from, rules.sla_seconds);
}

/** What new attempts and evidence make of a case; the one place where a settled one is reopened by events. */
export function foldNews(facts: CaseFacts, news: CaseNews, context: CaseContext): CaseChange {
  const grown = withAttempts(facts, news.attempts, context);
  const reopened = whyReopened(facts, grown, news, context);
  const committed = news.observations.some(({ effect }) => effect === "committed");
  const flags = new Set(grown.flags);
  if (reopened === "contradicted") flags.add("contradicted");
  if (committed && context.retry_acknowledged) flags.add("possible_duplicate");
  const proposal_voided = facts.state === "awaiting_second";
  const flagged: CaseFacts = { ...grown, flags: CASE_FLAGS.filter((flag) => flags.has(flag)) };
  const next = reopened === null ? flagged : againOpen(flagged, context);
  if (proposal_voided) next.state = "open";
  next.deadline_at = deadlineOf(next, context.rules);
  return { facts: next, reopened, proposal_voided };
}

/** The change of a case that is reopened for a reason of its own. */
export function reopen(
  facts: CaseFacts,
  because: ReopenedBecause,
  context: Pick<CaseContext, "rules" | "now">,
): CaseChange {
  const next = againOpen(facts, context);
  next.deadline_at = deadlineOf(next, context.rules);
  return { facts: next, reopened: because, proposal_voided: false };
}

/** The tool's settings may have changed while it was settled: what may land now is judged by those of today. */
function againOpen(facts: CaseFacts, { rules, now }: Pick<CaseContext, "rules" | "now">): CaseFacts {
  // Whether a verdict could be delivered is no fact about the next opening.
  const flags = facts.flags.filter((flag) => flag !== "delivery_failed");
  const next: CaseFacts = { ...facts, flags, state: "open", opening: facts.opening + 1, due_from: now };
  const safe = addSeconds(facts.last_attempt_at, rules.in_flight_seconds);
  if (safe > next.safe_after) next.safe_after = safe;
  return next;
}

function withAttempts(facts: CaseFacts, attempts: readonly NewAttempt[], context: CaseContext): CaseFacts {
  const next = { ...facts, flags: [...facts.flags], attempt_count: facts.attempt_count + attempts.length };
  const { in_flight_seconds, key_life_seconds } = context.rules;
  if (attempts.some(({ opens, inferred }) => opens && !inferred))
    next.flags = next.flags.filter((flag) => flag !== "inferred");
  for (const { occurred_at, arguments_hash } of attempts) {
    if (occurred_at < next.first_attempt_at) {
      next.first_attempt_at = occurred_at;
      if (next.opening === 1) next.due_from = occurred_at;
    }
    if (occurred_at > next.last_attempt_at) next.last_attempt_at = occurred_at;
    const safe = addSeconds(occurred_at, in_flight_seconds);
    if (safe > next.safe_after) next.safe_after = safe;
    if (next.key_expires_at !== null) {
      const expiry = keyExpiry(occurred_at, context.now, key_life_seconds);
      if (expiry < next.key_expires_at) next.key_expires_at = expiry;
    }
    if (arguments_hash === null) continue;
    next.arguments_hash ??= arguments_hash;
    const reused = next.key_expires_at !== null && next.arguments_hash !== arguments_hash;
    if (reused && !next.flags.includes("key_reused")) next.flags.push("key_reused");
  }
  return next;
}

/**
 * Only what happened after the verdict's evidence was observed reopens: a late copy of an old attempt is
 * attached. `absent` is stricter, because its safety rests on time or on the key: an attempt that may have
 * landed after the look, with no key to catch the repeat, reopens, and so does a key found to be reused.
 */
function whyReopened(
  before: CaseFacts,
  after: CaseFacts,
  news: CaseNews,
  context: CaseContext,
): ReopenedBecause | null {
  const { verdict } = context;
  if (before.state !== "settled" || verdict === null) return null;
  if (news.observations.some((one) => speaksAgainst(verdict, one, after.safe_after))) return "contradicted";
  const openers = news.attempts.filter(({ opens }) => opens);
  if (openers.some(({ occurred_at }) => occurred_at > verdict.observed_at)) return "new_attempt";
  if (verdict.verdict !== "absent") return null;
  const lostKey = after.flags.includes("key_reused") && !before.flags.includes("key_reused");
  if (lostKey && verdict.retry_with === "same_key") return "key_reused";
  const key = { key_expires_at: after.key_expires_at, key_reused: after.flags.includes("key_reused") };
  const caught = verdict.retry_with === "same_key" && keyProtects(key, context.now);
  const { in_flight_seconds } = context.rules;
  const mayLand = openers.some((one) => addSeconds(one.occurred_at, in_flight_seconds) > verdict.observed_at);
  return mayLand && !caught ? "new_attempt" : null;
}
