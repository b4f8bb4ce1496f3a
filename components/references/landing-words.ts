import { checkReference, skeletonOf } from "@/domain/reference";
import type { Landing } from "@/lib/client/paste";

const IDENTIFIERS = {
  trace_id: "trace",
  run_id: "run",
  call_id: "call",
  idempotency_key: "idempotency key",
  case_id: "case",
} as const;

/** How a pasted text led to a report, where it does not simply hold the reference; null where it does. */
export function landingWords({ q, reference, found_by }: Landing): string | null {
  if (found_by !== "reference")
    return `Opened by the ${IDENTIFIERS[found_by]} in what was pasted, which holds no reference of its own.`;
  if (q.includes(reference)) return null;
  const plain = withoutGaps(q);
  if (plain.includes(reference))
    return "Read out of what was pasted without its breaks, gaps and full-width letters.";
  if (plain.toLowerCase().includes(withoutGaps(reference).toLowerCase()))
    return "What was pasted has other upper and lower case; no other reference is the same but for that.";
  if (checkReference(reference) === "valid" && skeletonOf(plain).includes(skeletonOf(reference)))
    return "What was pasted has other separators, or characters that look alike; the check character confirms it.";
  return "Read out of what was pasted without what mail, chat and links wrote in its place.";
}

const withoutGaps = (text: string) => text.normalize("NFKC").replace(/[\s\p{Cf}]+/gu, "");
