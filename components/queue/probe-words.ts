import type { ProbeOutcome } from "@/domain/probe";

type Run = { outcome: ProbeOutcome; status: number | null; error: string | null; found: string | null };

/** What asking outside came to, in words. */
export const PROBE_WORDS: Readonly<Record<ProbeOutcome, string>> = {
  committed: "it is there",
  absent: "it is not there",
  inconclusive: "no rule says what it means",
  failed: "no answer",
};

/** What was seen: `status 404`, `status 200, found “succeeded”`, `timed_out`. */
export function describeRun({ status, error, found }: Run): string {
  return [status !== null && `status ${status}`, found !== null && `found “${found}”`, error]
    .filter((part) => typeof part === "string")
    .join(", ");
}
