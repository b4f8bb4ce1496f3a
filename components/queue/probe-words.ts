import type { ProbeOutcome } from "@/domain/probe";
import { formatDuration } from "./countdown";

type Run = { outcome: ProbeOutcome; status: number | null; error: string | null; found: string | null };

/** What asking outside came to, in words. */
export const PROBE_WORDS: Readonly<Record<ProbeOutcome, string>> = {
  committed: "it is there",
  absent: "it is not there",
  inconclusive: "no clear answer",
  failed: "no answer",
};

/** When Errata asks by itself, and until when; `next_at` as the case tells it. */
export function describeNextAsk(next_at: string, nowMs: number, askedBefore: boolean): string {
  const ms = Date.parse(next_at) - nowMs;
  const when = ms < 1000 ? "in a moment" : `in ${formatDuration(ms)}`;
  const pauses = "with growing pauses until the case is settled";
  return askedBefore
    ? `Errata asks again ${when}, ${pauses}.`
    : `Not asked yet. Errata asks ${when}, then again ${pauses}.`;
}

/** What was seen: `status 404`, `status 200, found “succeeded”`, `timed_out`. */
export function describeRun({ status, error, found }: Run): string {
  return [status !== null && `status ${status}`, found !== null && `found “${found}”`, error]
    .filter((part) => typeof part === "string")
    .join(", ");
}
