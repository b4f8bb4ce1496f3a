import { checkReference } from "@/domain/reference";
import { looksLikeReference } from "@/domain/reference-likeness";
import type { LookUpAnswer, ReferenceSuggestion } from "@/lib/contract/references";
import { countWords } from "./count-words";
import { markDifferences } from "./mark-differences";

/** Why a reference is near, and what its check character adds. */
export function whyWords({
  why,
  distance,
  reference,
}: Pick<ReferenceSuggestion, "why" | "distance" | "reference">) {
  const words = {
    separator: "only separators or the prefix differ",
    prefix: `begins like it; ${distance} more ${distance === 1 ? "character" : "characters"}`,
    look_alike: "characters that look alike, such as l and 1, differ",
    one_edit: "one character differs",
  }[why];
  return checkReference(reference) === "valid" ? `${words}; its check character fits` : words;
}

/** Of what was read out of the text, the one that a near reference shares most with. */
export function nearestOf(reference: string, asked: LookUpAnswer["looked_for"]): string {
  const shared = (candidate: string) =>
    markDifferences(candidate, reference)
      .filter(({ differs }) => !differs)
      .reduce((sum, { text }) => sum + text.length, 0);
  return asked
    .map((each) => each.reference)
    .reduce((best, each) => (shared(each) > shared(best) ? each : best), asked[0]?.reference ?? "");
}

/**
 * Every word of a sentence could be somebody's reference, and neighbours could be one that was torn apart, so all are
 * looked for; shown are those that look like one and are no such joint, and nothing where none does.
 */
export function likelyReferences(candidates: LookUpAnswer["looked_for"]): LookUpAnswer["looked_for"] {
  const withFigure = candidates.filter(({ reference }) => /\d/.test(reference));
  const likely = withFigure.filter(
    ({ reference }, index) =>
      !withFigure.slice(0, index).some((earlier) => reference.includes(earlier.reference)),
  );
  return likely.length > 0
    ? likely
    : candidates.filter(({ reference }) => looksLikeReference(reference)).slice(0, 1);
}

/** What is not known any more of what is older than is kept. */
export function keptWords(days: number): string {
  return `Failures are kept for ${countWords(days, "day")}. Of older ones the reference is known still, and answered as expired; a trace, run, call or key is not, nor what was refused.`;
}

/** That a long text was not looked for in full. */
export function leftOutWords(count: number): string {
  const [more, are] =
    count === 1
      ? ["1 more place that looks", "was"]
      : [`${count.toLocaleString("en")} more places that look`, "were"];
  return `This text holds ${more} like a reference and ${are} not looked for. Paste the part that matters by itself.`;
}

/** Whether a text is prose in which nothing looks like a reference; a single word may always be meant as one. */
export function isMerelyProse(q: string, candidates: LookUpAnswer["looked_for"]): boolean {
  const isOneWord = !/\s/.test(q.trim());
  return candidates.length === 0 || (!isOneWord && likelyReferences(candidates).length === 0);
}

/** The one reference that a text without any known one was about, to report what its user says; null where nobody can tell. */
export function onlyReference(q: string, candidates: LookUpAnswer["looked_for"]): string | null {
  const likely = likelyReferences(candidates);
  const [only] = likely;
  if (only !== undefined && likely.length === 1) return only.reference;
  const word = q.trim();
  return likely.length === 0 && word !== "" && word.length <= REFERENCE_MOST && !/\s/.test(word)
    ? word
    : null;
}

const REFERENCE_MOST = 128;
