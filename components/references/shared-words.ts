import type { ReportAnswer } from "@/lib/contract/report";

type Shared = Pick<ReportAnswer, "matches" | "more">;

/** How many share a reference, as far as that is known. */
export function sharedTitle({ matches, more }: Shared): string {
  const share = matches.length === 1 ? "failure shares" : "failures share";
  return `${more === null ? "" : "At least "}${matches.length.toLocaleString("en")} ${share} this reference`;
}

/** The same where one of them has been chosen. */
export function oneOfWords({ matches, more }: Shared): string {
  return `One of ${more === null ? "" : "at least "}${matches.length.toLocaleString("en")} that share this reference.`;
}
