/** `frozen` until its exact number is confirmed; then it runs to its end, or is stopped. */
export const REPLAY_STATES = ["frozen", "running", "done", "stopped"] as const;
export type ReplayState = (typeof REPLAY_STATES)[number];

/** What became of a quarantined item: still to be decided, stored after all, or left out by a person. */
export const QUARANTINE_STATES = ["open", "replayed", "dismissed"] as const;
export type QuarantineState = (typeof QUARANTINE_STATES)[number];
