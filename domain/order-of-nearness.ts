import type { Nearness, NearReason } from "./near-references";
import { checkReference } from "./reference";

const ORDER: readonly NearReason[] = ["separator", "look_alike", "one_edit", "prefix"];
/** So few that go on as the text does were cut off, likelier than that it is mistaken; more say that it is too short. */
const FEW_CUT_OFF = 3;

/** The nearest first. */
export function inOrderOfNearness<S extends Nearness & { reference: string }>(
  suggestions: readonly S[],
): S[] {
  const begun = new Set(suggestions.filter(({ why }) => why === "prefix").map(({ reference }) => reference));
  const isCutOff = begun.size <= FEW_CUT_OFF;
  const place = ({ why, reference }: S) =>
    why === "one_edit" && isCutOff && checkReference(reference) !== "valid"
      ? ORDER.length
      : ORDER.indexOf(why);
  return suggestions.toSorted((a, b) => place(a) - place(b) || a.distance - b.distance);
}
