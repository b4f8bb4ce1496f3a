/**
 * Where an alert stands:
 * `no_data`: nothing is known, which is neither good nor bad; also until it was first evaluated.
 * `ok`: known to lie within its limit.
 * `pending`: above, but not for long enough yet.
 * `firing`: somebody is told. It stays so while nothing is known.
 * `resolved`: as `ok`, and it fired within the last day.
 */
export const ALERT_STATES = ["no_data", "ok", "pending", "firing", "resolved"] as const;
export type AlertState = (typeof ALERT_STATES)[number];

/**
 * Why nothing is known:
 * `not_evaluated`: the alert is new or has just been changed.
 * `nothing_reported`: neither failures nor calls were reported in the window from where it looks.
 * `too_few_failures`: fewer than the alert asks for.
 * `not_judged`: silences were not judged lately.
 * `gap`: nobody evaluated, because Errata did not run.
 */
export const NO_DATA_REASONS = [
  "not_evaluated",
  "nothing_reported",
  "too_few_failures",
  "not_judged",
  "gap",
] as const;
export type NoDataReason = (typeof NO_DATA_REASONS)[number];

/** Why a firing ended: it is known to be over, or somebody changed or removed the alert. */
export const RESOLVED_BECAUSE = ["cleared", "alert_changed", "alert_removed"] as const;
export type ResolvedBecause = (typeof RESOLVED_BECAUSE)[number];

/** What the history of an alert tells: a change of its state, or what a person did. */
export const ALERT_CHANGE_KINDS = [
  ...ALERT_STATES,
  "created",
  "changed",
  "removed",
  "muted",
  "unmuted",
  "acknowledged",
] as const;
export type AlertChangeKind = (typeof ALERT_CHANGE_KINDS)[number];
