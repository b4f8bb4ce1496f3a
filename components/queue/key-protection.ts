import type { CaseDetail } from "@/lib/contract/cases";

type Protected = Pick<CaseDetail, "state" | "key_expires_at" | "verdict_id"> & {
  flags: readonly CaseDetail["flags"][number][];
  verdicts: readonly Pick<CaseDetail["verdicts"][number], "verdict_id" | "retry_with">[];
};

/** `until`: an instant, or words where no instant holds. */
export type KeyProtection = { until: { iso: string } | { words: string }; detail: string };

/**
 * Whether the key catches a second call, and until when. Null once a settled case asks for no repeat with it: then it
 * protects nothing that anybody should do.
 */
export function keyProtection(of: Protected, nowMs: number): KeyProtection | null {
  const standing = of.verdicts.find(({ verdict_id }) => verdict_id === of.verdict_id);
  if (of.state === "settled" && standing?.retry_with !== "same_key") return null;
  if (of.key_expires_at === null)
    return { until: { words: "no key" }, detail: "nothing catches a second call" };
  if (of.flags.includes("key_reused"))
    return { until: { words: "not at all" }, detail: "used with other arguments: it protects nothing" };
  const protects = Date.parse(of.key_expires_at) > nowMs;
  return {
    until: { iso: of.key_expires_at },
    detail: protects ? "until then a repeat is safe" : "it does not any more",
  };
}
