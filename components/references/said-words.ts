import type { ReportAnswer } from "@/lib/contract/report";

type Said = NonNullable<ReportAnswer["say_to_user"]>;

const SAYS_IT_ITSELF = /\b(do not|don['’]t|never|must not)\b/i;

/** What goes to a colleague: everything, in the order in which it matters. "Do not: Do not …" would say its opposite. */
export function allThatMayBeSaid({ sentence, promise, do_not }: Said): string {
  const warning = do_not === null ? [] : [SAYS_IT_ITSELF.test(do_not) ? do_not : `Do not: ${do_not}`];
  return [sentence, ...warning, `Safe to promise: ${promise}`].join("\n\n");
}

type By = Pick<ReportAnswer, "case_by_intent" | "case_by_reference">;

/** Why a case speaks for a failure that is not among its attempts; null where it is. */
export function speaksForWords({ case_by_intent, case_by_reference }: By, isSettled: boolean): string | null {
  if (case_by_intent)
    return isSettled
      ? "Another attempt of the same intent was settled, and this one with it."
      : "Another attempt of the same intent is in doubt, and this one with it.";
  if (!case_by_reference) return null;
  return isSettled
    ? "What else came under this reference was settled, and may be about this failure."
    : "Something else came under this reference whose effect is in doubt: it may be about this failure.";
}
