/**
 * What became of a code that has gone silent by its own rhythm (docs/silence.md):
 * `hidden`: while calls went on, unmapped rose on the same tool: what the code named very likely goes on without a name.
 * `fixed`: calls go on as before and nothing took its place.
 * `no_traffic`: the tool is hardly called, so nothing follows.
 * `producer_stopped`: the service reports nothing at all, neither failures nor calls.
 * `unexplained`: the service reports, but nothing that tells whether this tool is called.
 * `returned`: it was silent and has been seen again.
 */
export const SILENCE_STATES = [
  "hidden",
  "unexplained",
  "producer_stopped",
  "fixed",
  "no_traffic",
  "returned",
] as const;
export type SilenceState = (typeof SILENCE_STATES)[number];

/** What a judgement rests on; counts are of the code's own service, environment and (where confined) tenant. */
export type SilenceEvidence = {
  /** How much of the code's own rhythm has passed without it, in hours in which it would have been expected. */
  expected: number;
  /** How much has to pass before it counts as silent: more than by chance, and more than ever before. */
  threshold: number;
  /** The longest such stretch while it was still seen. */
  longest_before: number;
  /** Hours with at least one failure that the rhythm was learned from, and over how many days. */
  active_hours: number;
  learned_days: number;
  failures: number;
  /** Calls of the tool since, and those that its own rhythm of calls would have made; null where none are reported. */
  calls_since: number | null;
  calls_expected: number | null;
  /** Other failures of the same tool since, and those expected. */
  others_since: number;
  others_expected: number;
  /** Unmapped failures of the same tool since, and those expected had nothing changed. */
  unmapped_since: number;
  unmapped_expected: number;
};
