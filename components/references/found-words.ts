import type { LookUpAnswer } from "@/lib/contract/references";

const IDENTIFIERS = {
  trace_id: "trace",
  run_id: "run",
  call_id: "call",
  idempotency_key: "idempotency key",
  case_id: "case",
} as const;

/** How many match, as far as that is known. */
export function severalTitle({ matches, more }: Pick<LookUpAnswer, "matches" | "more">): string {
  const count = matches.length + (more?.matches ?? 0);
  if (count === 1) return "One failure matches";
  return `${more?.at_least ? "At least " : ""}${count.toLocaleString("en")} ${count === 1 ? "failure matches" : "failures match"}`;
}

/** Why there are several, by what they were found. */
export function severalText(matches: LookUpAnswer["matches"]): string {
  const kinds = new Set(matches.map(({ found_by }) => found_by));
  const [kind] = kinds;
  if (matches.length === 1 && kind !== undefined)
    return kind === "reference"
      ? "The text holds another reference too, so this one is not opened by itself."
      : `It was found by the ${IDENTIFIERS[kind]} in the text, and not by a reference: make sure that it is the one.`;
  if (kinds.size === 1 && kind !== undefined && kind !== "reference")
    return `They share the ${IDENTIFIERS[kind]} that was pasted. Newest first; choose by time and tool.`;
  return "References collide, and a text may hold several. Choose by time, tool and tenant; ask the user when it happened.";
}

/** What was pasted leads to a case, and to no failure. */
export function caseTitle({ length }: LookUpAnswer["cases"]): string {
  return length === 1 ? "A case without a failure" : `${length} cases without a failure`;
}

/** Why no failure is known that belongs to it. */
export function caseText(cases: LookUpAnswer["cases"]): string {
  return cases.some(({ reference }) => reference !== null)
    ? "No failure is known under this reference: a case was opened by hand, because a user said that something happened."
    : "What was pasted is the id of a case. No failure is known that belongs to it: it was opened by hand before any was reported, or what was reported could not be read.";
}

/** What is left off below a list. */
export function moreWords({ matches, at_least }: NonNullable<LookUpAnswer["more"]>): string {
  if (matches === 0) return "There are older ones too; only the newest were read.";
  return `${matches.toLocaleString("en")}${at_least ? " or more" : ""} older ones are not listed.`;
}
