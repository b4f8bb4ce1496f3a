import type { Candidate } from "./candidates";
import type { Nearness } from "./near-references";
import { checkReference } from "./reference";

export type Sureness = "almost_certain" | "likely" | "possible";
type Suggestion = Nearness & { reference: string };

/**
 * How sure it is that a suggestion was meant. A check character that fits says almost everything: of 32 wrong spellings
 * near the pasted one, one fits by chance, and that one would have to be known as well. Where nothing checks, being the
 * only near one makes it likely. Nothing is likely where the text holds a whole reference already, merely not known.
 */
export function surenessAmong(
  suggestions: readonly Suggestion[],
  candidates: readonly Candidate[],
): (suggestion: Suggestion) => Sureness {
  const isWhole = candidates.some(({ readings }) => readings.some((one) => checkReference(one) === "valid"));
  const near = referencesOf(suggestions.filter(({ why }) => why !== "prefix"));
  const checked = [...near].filter((reference) => checkReference(reference) === "valid");
  const all = referencesOf(suggestions);
  return ({ reference, why }) => {
    if (isWhole) return "possible";
    if (why === "prefix") return all.size === 1 ? "likely" : "possible";
    if (checked.length === 1 && checked[0] === reference) return "almost_certain";
    return near.size === 1 ? "likely" : "possible";
  };
}

const referencesOf = (suggestions: readonly Suggestion[]) =>
  new Set(suggestions.map(({ reference }) => reference));

/**
 * The index of the wrong character of a reference whose check character does not fit; null unless one known reference,
 * and no other, differs from it in one place.
 */
export function wrongCharacterAt(
  reference: string,
  suggestions: readonly (Suggestion & { sure: Sureness })[],
): number | null {
  if (checkReference(reference) !== "invalid") return null;
  const meant = suggestions.find(
    ({ sure, why }) => sure === "almost_certain" && why === "one_edit",
  )?.reference;
  if (meant === undefined || meant.length !== reference.length) return null;
  const wrong = [...meant].flatMap((character, at) => (reference[at] === character ? [] : [at]));
  return wrong.length === 1 ? (wrong[0] ?? null) : null;
}
