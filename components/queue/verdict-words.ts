import type { Directive, Ruling, Verdict } from "@/domain/verdict";

/** A verdict as a person chooses it. */
export type VerdictWords = {
  /** The answer to "did it happen?" */
  title: string;
  /** What has to be true to say so */
  meaning: string;
};

/** CONTRACT "Verdicts and their directives", in the words of who decides. */
export const VERDICT_WORDS: Readonly<Record<Verdict, VerdictWords>> = {
  committed: { title: "It happened", meaning: "The effect is there, seen outside." },
  absent: { title: "It did not happen", meaning: "The effect is not there and can no longer arrive." },
  compensated: { title: "It happened and was undone", meaning: "Refunded, recalled, cancelled or reversed." },
  undeterminable: { title: "Nobody can tell", meaning: "Every place to look has been asked." },
};

/** What the runtime does with a directive. */
export const DIRECTIVE_WORDS: Readonly<Record<Directive, string>> = {
  treat_as_done: "treat it as done",
  safe_to_retry: "it is safe to retry",
  replan: "make another plan",
  stop: "stop, and do not try again",
};

/** `it did not happen; it is safe to retry with the same key until 16 Nov 02:10:00 UTC`. `format` writes an instant. */
export function describeRuling(ruling: Ruling, format: (iso: string) => string): string {
  const { verdict, directive, retry_with, valid_until } = ruling;
  const answer = VERDICT_WORDS[verdict].title;
  const said = `${answer.charAt(0).toLowerCase()}${answer.slice(1)}; ${DIRECTIVE_WORDS[directive]}`;
  const key = retry_with && ` with ${retry_with === "same_key" ? "the same key" : "a new key"}`;
  return `${said}${key ?? ""}${valid_until === null ? "" : ` until ${format(valid_until)}`}`;
}

/** The same as a sentence of its own. */
export function sentenceOf(ruling: Ruling, format: (iso: string) => string): string {
  const words = describeRuling(ruling, format);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

/** What the person should know before sending it; null when the sentence says it all. */
export function cautionOf({ verdict, retry_with, valid_until }: Ruling): string | null {
  if (verdict === "absent" && valid_until !== null) {
    return "The key still protects a repeat. Asked for after that time, the answer becomes “stop” and the case reopens.";
  }
  if (verdict === "absent") {
    return "No key protects a repeat. If the effect did land after all, it will happen twice.";
  }
  if (verdict === "compensated" && retry_with === "new_key") {
    return "The old key may replay the success that was undone, so a new one is needed.";
  }
  if (verdict === "undeterminable") return "The run ends here. Nobody will find out later by itself.";
  return null;
}

/** What a verdict that was just given came to, by the state the server answered. Sent is another step. */
export function describeIssued(state: "settled" | "awaiting_second"): string {
  return state === "settled" ? "Settled: the runtime is told when it asks" : "Put to a second person";
}
