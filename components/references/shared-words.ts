import type { ReportAnswer } from "@/lib/contract/report";

type Shared = Pick<ReportAnswer, "matches" | "more">;

/** How many share a reference, as far as that is known. */
export function sharedTitle({ matches, more }: Shared): string {
  if (matches.length === 1 && more !== null) return "Other failures may share this reference";
  const share = matches.length === 1 ? "failure shares" : "failures share";
  return `${more === null ? "" : "At least "}${matches.length.toLocaleString("en")} ${share} this reference`;
}

/** What to do about it. */
export function sharedText({ matches, more }: Shared): string {
  return matches.length === 1 && more !== null
    ? "It stands on more attempts than are read. The newest of them are all of this failure; ask the user when it happened."
    : "References collide. Choose by time, tool and tenant; ask the user when it happened.";
}

/** The same where one of them has been chosen. */
export function oneOfWords({ matches, more }: Shared): string {
  if (matches.length === 1 && more !== null) return "Other failures may share this reference.";
  return `One of ${more === null ? "" : "at least "}${matches.length.toLocaleString("en")} that share this reference.`;
}
