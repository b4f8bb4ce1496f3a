import type { Standing } from "@/domain/standing";
import type { WordingClass } from "@/domain/wordings";

/** The columns of the table, by what says where the effect stands. */
export const STANDING_GROUPS: readonly { label: string; standings: readonly Standing[] }[] = [
  {
    label: "No case: what was reported",
    standings: ["absent", "committed", "unknown", "not_reported", "read_only"],
  },
  { label: "In the queue", standings: ["open", "open_committed", "awaiting_second"] },
  {
    label: "Settled",
    standings: ["settled_committed", "settled_absent", "settled_compensated", "settled_undeterminable"],
  },
];

export const STANDING_WORDS: Readonly<Record<Standing, string>> = {
  absent: "absent",
  committed: "committed",
  unknown: "unknown",
  not_reported: "not reported",
  read_only: "only reads",
  open: "open",
  open_committed: "open, committed",
  awaiting_second: "second person",
  settled_committed: "committed",
  settled_absent: "absent",
  settled_compensated: "compensated",
  settled_undeterminable: "undeterminable",
};

/** "effect unknown, no case"; "case settled as committed" */
export function standingInWords(standing: Standing): string {
  if (standing.startsWith("settled_")) return `case settled as ${STANDING_WORDS[standing]}`;
  if (standing === "open") return "case open";
  if (standing === "open_committed") return "case open, known to be committed";
  if (standing === "awaiting_second") return "case waits for a second person";
  if (standing === "read_only") return "the tool only reads, no case";
  return `effect ${STANDING_WORDS[standing]}, no case`;
}

export function classInWords(of: WordingClass): string {
  return of === "any" ? "every class" : of.replace("_", " ");
}
