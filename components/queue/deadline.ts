const HOUR_MS = 3_600_000;

type Facts = { deadline_at: string; key_expires_at: string | null; flags: readonly string[]; state: string };

export type Deadline = {
  at: string;
  /** What happens then, or happened. */
  what: string;
  /** `overdue` stands out by shape and word; `soon` is within the hour; `met` once settled */
  urgency: "overdue" | "soon" | "calm" | "met";
};

const KEY = { ahead: "the key stops protecting", past: "the key stopped protecting" };
const SLA = { ahead: "the tool's SLA ends", past: "the tool's SLA ended" };

/** The deadline that matters (`deadlineOf` in the domain decides it), and what it is. */
export function describeDeadline(facts: Facts, nowMs: number): Deadline {
  const keyed = facts.key_expires_at === facts.deadline_at && !facts.flags.includes("key_reused");
  const left = Date.parse(facts.deadline_at) - nowMs;
  const open = left <= 0 ? "overdue" : left <= HOUR_MS ? "soon" : "calm";
  const tense = left <= 0 ? "past" : "ahead";
  return {
    at: facts.deadline_at,
    what: keyed ? KEY[tense] : SLA[tense],
    urgency: facts.state === "settled" ? "met" : open,
  };
}
