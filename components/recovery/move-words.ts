import type { Move, MoveRule, Wait } from "@/domain/next-moves";

/** What came next, short as a column's head and long as its explanation. */
export const MOVE_WORDS: Readonly<Record<Move, { head: string; says: string }>> = {
  same_payload: { head: "same payload", says: "The same call with the same arguments, which failed too" },
  other_payload: { head: "other payload", says: "The call again with other arguments, which failed too" },
  unknown_payload: {
    head: "again",
    says: "The call again, which failed too; whether with other arguments is not known, because no arguments_hash was sent",
  },
  recovered: { head: "recovered", says: "The next attempt came through, as the run reported" },
  another_call: { head: "another call", says: "Another call of the same tool" },
  other_tool: { head: "other tool", says: "Another tool failed next" },
  compensated: { head: "compensated", says: "A person found that it was undone" },
  escalated: { head: "escalated", says: "The run handed over to a person" },
  gave_up: { head: "gave up", says: "The run ended without success, as it reported" },
  nothing: { head: "nothing", says: "Nothing more is known of the run" },
};

export const WAIT_WORDS: Readonly<Record<Wait, { head: string; says: string }>> = {
  waited: { head: "waited", says: "Further attempts at least retry_after later" },
  early: { head: "too early", says: "Further attempts sooner than retry_after" },
  untold: { head: "not told", says: "Further attempts after a failure that said no retry_after" },
};

/** What a class asks for and what was done instead, and what follows for whoever writes the agent or the tool. */
export const RULE_WORDS: Readonly<Record<MoveRule, { broken: string; asks: string }>> = {
  validation_unchanged: {
    broken: "Validation repeated unchanged",
    asks: "Correct the call once. Repeated as it was, the body did not say what to correct.",
  },
  validation_corrected_again: {
    broken: "Validation corrected more than once",
    asks: "One corrected call, then stop. The schema or the hint misleads.",
  },
  authorization_retried: {
    broken: "Authorization retried",
    asks: "Stop. No repeat makes it allowed.",
  },
  unmapped_repeated: {
    broken: "Unmapped repeated more than once",
    asks: "Nothing is known of it: repeat once at most. Give it a code.",
  },
  unknown_effect_without_key: {
    broken: "Unknown effect repeated without a key",
    asks: "It may have happened: repeating may do it twice. Send an idempotency key, or open a case.",
  },
  transient_without_backoff: {
    broken: "Transient without back-off",
    asks: "Wait at least retry_after, or a second where none is told.",
  },
  system_hammered: {
    broken: "System hammered without a breaker",
    asks: "After three failures in a row, or ten within a minute, stop calling for a while.",
  },
};
