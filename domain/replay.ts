/** `frozen` until its exact number is confirmed; then it runs to its end, or is stopped. */
export const REPLAY_STATES = ["frozen", "running", "done", "stopped"] as const;
export type ReplayState = (typeof REPLAY_STATES)[number];

/** What became of a quarantined item: still to be decided, stored after all, or left out by a person. */
export const QUARANTINE_STATES = ["open", "replayed", "dismissed"] as const;
export type QuarantineState = (typeof QUARANTINE_STATES)[number];

/** `skipped`: decided otherwise meanwhile, not replayable, or left when the replay was stopped. */
export const REPLAY_OUTCOMES = ["accepted", "duplicate", "conflict", "rejected", "skipped"] as const;
export type ReplayOutcome = (typeof REPLAY_OUTCOMES)[number];

/** No set is larger; more than this needs a narrower filter. */
export const REPLAY_MOST_ITEMS = 100_000;

/** A frozen set can be started for so long; what is older shows a quarantine that is gone. */
export const REPLAY_FROZEN_SECONDS = 86_400;

/** Items that a preview tells of one by one. */
export const PREVIEW_EXAMPLES = 50;

/** Which items are meant. Undefined: whatever it is. */
export type QuarantineFilter = {
  state?: readonly QuarantineState[] | undefined;
  source?: readonly number[] | undefined;
  door?: readonly string[] | undefined;
  reason?: readonly string[] | undefined;
  field?: readonly string[] | undefined;
  tool?: readonly string[] | undefined;
  service?: readonly string[] | undefined;
  environment?: readonly string[] | undefined;
  tenant?: readonly string[] | undefined;
  /** A reference, an event's id, a tool, or words of the reason. */
  q?: string | undefined;
  /** By when it last came. */
  from?: string | undefined;
  to?: string | undefined;
  says_unknown?: boolean | undefined;
};

/** Those named, or all that a filter matches. */
export type QuarantineChoice = { ids: readonly number[] } | QuarantineFilter;
