import type { ProbeOutcome } from "./probe";
import { namesInTemplate } from "./template";

/* An attempt's absence speaks for that attempt only (CONTRACT): what asking about several of one intent comes to. */

/** These name one attempt, or are its arguments; the key and the case name the intent. */
const OF_ONE_ATTEMPT = /^(?:reference|event_id|run_id|call_id|attr\..+)$/;

/** Whether the answer to this template is about one attempt, so that each in doubt has to be asked about. */
export function isAskedPerAttempt(template: string): boolean {
  return namesInTemplate(template).some((name) => OF_ONE_ATTEMPT.test(name));
}

/** Questions a run: somebody else's server, asked for one case. */
export const QUESTIONS_MAX = 20;

export type Answer = {
  outcome: ProbeOutcome;
  asked_at: string;
  status: number | null;
  error: { code: string; message: string } | null;
};

/** What was asked about the attempts of a case that are in doubt. */
export type Round<A extends Answer> = {
  attempts: number;
  /** Attempts that lack what the template names. */
  unaskable: number;
  questions: number;
  /** In the order they were asked; fewer than `questions` where they were too many or took too long. */
  answers: readonly A[];
};

export type RoundOutcome<A extends Answer> = {
  outcome: ProbeOutcome;
  /** The answer that decided; null when it took all of them, or none did. */
  decisive: A | null;
  asked_at: string;
  error: Answer["error"];
};

/**
 * What a round of at least one answer says of the intent: committed when any answer does; absent when all attempts
 * in doubt were asked about and all answers say so, as early as the first was asked; else it says nothing.
 */
export function outcomeOfRound<A extends Answer>(round: Round<A>): RoundOutcome<A> {
  const { answers } = round;
  const asked_at = answers.map((answer) => answer.asked_at).sort()[0] ?? "";
  const there = answers.find(({ outcome }) => outcome === "committed");
  if (there !== undefined)
    return { outcome: "committed", decisive: there, asked_at: there.asked_at, error: null };
  const allAbsent = answers.every(({ outcome }) => outcome === "absent");
  if (allAbsent && isWhole(round)) return { outcome: "absent", decisive: null, asked_at, error: null };
  const message = `${wordsOfRound(round)}.`;
  if (allAbsent)
    return { outcome: "inconclusive", decisive: null, asked_at, error: { code: "not_all_asked", message } };
  const first = answers[0];
  if (first !== undefined && answers.every(({ outcome }) => outcome === first.outcome))
    return { outcome: first.outcome, decisive: null, asked_at, error: first.error };
  return { outcome: "inconclusive", decisive: null, asked_at, error: { code: "not_all_absent", message } };
}

const isWhole = ({ unaskable, questions, answers }: Round<Answer>) =>
  unaskable === 0 && answers.length === questions;

/** How many said what: `2 questions about 3 attempts: 1 there, 1 not there, 1 attempt cannot be asked about`. */
export function wordsOfRound(round: Round<Answer>): string {
  const { attempts, unaskable, questions, answers } = round;
  const count = (wanted: ProbeOutcome) => answers.filter(({ outcome }) => outcome === wanted).length;
  const told: [count: number, words: string][] = [
    [count("committed"), "there"],
    [count("absent"), "not there"],
    [count("inconclusive"), count("inconclusive") === 1 ? "says nothing" : "say nothing"],
    [count("failed"), "without an answer"],
    [questions - answers.length, "not asked"],
    [unaskable, unaskable === 1 ? "attempt cannot be asked about" : "attempts cannot be asked about"],
  ];
  const parts = told.filter(([number]) => number > 0).map(([number, words]) => `${number} ${words}`);
  return `${counted(questions, "question")} about ${counted(attempts, "attempt")}: ${parts.join(", ")}`;
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;
