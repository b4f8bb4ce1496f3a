/** A header of a probe; `{secret}` in its value is filled in when it is sent. */
export type ProbeHeader = { name: string; value: string };

export const PROBE_EFFECTS = ["committed", "absent"] as const;
export type ProbeEffect = (typeof PROBE_EFFECTS)[number];

/** What asking came to. `inconclusive`: answered, but no rule held. `failed`: not answered, or by an error. */
export const PROBE_OUTCOMES = ["committed", "absent", "inconclusive", "failed"] as const;
export type ProbeOutcome = (typeof PROBE_OUTCOMES)[number];

export const PROBE_COMPARISONS = ["exists", "missing", "equals", "one_of"] as const;
export type ProbeComparison = (typeof PROBE_COMPARISONS)[number];

/**
 * What an answer has to look like to say that the effect is there, or that it is not. `statuses`: any of them;
 * `path`: into the JSON body, like `data.0.status`; without one the status alone decides.
 */
export type ProbeRule = {
  effect: ProbeEffect;
  /** Any of them. */
  statuses: number[];
  path: string | null;
  comparison: ProbeComparison | null;
  values: string[];
};

/** How a tool's outside system is asked. */
export type ProbeTemplate = { url: string; headers: ProbeHeader[]; rules: ProbeRule[] };
