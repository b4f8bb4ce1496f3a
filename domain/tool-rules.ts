/** What the queue needs to know of a tool; a person may change it, until then these hold. */
export type ToolRules = {
  /** How long after an attempt its request may still land, in seconds. */
  in_flight_seconds: number;
  /** How long an idempotency key protects a repeat, counted from its first use, in seconds. */
  key_life_seconds: number;
  /** How long a case may stay open where no key sets the deadline, in seconds. */
  sla_seconds: number;
  /** Whether a verdict needs the agreement of another person. */
  needs_second_person: boolean;
  /** How long before a deadline people are reminded of it, in seconds. */
  remind_seconds: number;
  /** Whether an unmapped failure that did not report its effect opens a case, where the tool writes. */
  infers_unknown: boolean;
  /** Which machine evidence may settle a case by itself, where nobody holds it. */
  settles_automatically: AutomaticSettling;
};

export const AUTOMATIC_SETTLING = ["never", "committed", "committed_or_absent"] as const;
export type AutomaticSettling = (typeof AUTOMATIC_SETTLING)[number];

export const DEFAULT_TOOL_RULES: ToolRules = {
  in_flight_seconds: 900,
  key_life_seconds: 86_400,
  sla_seconds: 14_400,
  needs_second_person: false,
  remind_seconds: 3_600,
  infers_unknown: true,
  settles_automatically: "never",
};
