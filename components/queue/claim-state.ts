import { CLAIM_SECONDS } from "@/domain/claim-rules";

/** When the end of a claim is announced. */
export const WARN_BEFORE_MS = 120_000;
/** A claim is renewed by use at most this often. */
const RENEW_EVERY_MS = 120_000;
const CLAIM_MS = CLAIM_SECONDS * 1000;

type Claim = { state: string; claimed_by_id: string | null; claim_expires_at: string | null };

export type ClaimState =
  | { is: "closed" | "free" | "lost" }
  | { is: "mine"; left_ms: number; ending: boolean }
  | { is: "other"; left_ms: number };

/** Who may work on a case now, as this person sees it. `held`: whether this page has held it in this opening. */
export function claimStateOf(of: Claim, me: string, held: boolean, nowMs: number): ClaimState {
  if (of.state !== "open") return { is: "closed" };
  const left_ms = Date.parse(of.claim_expires_at ?? "") - nowMs;
  if (Number.isNaN(left_ms) || left_ms <= 0) {
    const mine = held || of.claimed_by_id === me;
    return { is: mine ? "lost" : "free" };
  }
  if (of.claimed_by_id !== me) return { is: "other", left_ms };
  return { is: "mine", left_ms, ending: left_ms <= WARN_BEFORE_MS };
}

/** Whether using the page should renew the claim now. */
export function shouldRenew(claim: ClaimState): boolean {
  return claim.is === "mine" && claim.left_ms <= CLAIM_MS - RENEW_EVERY_MS;
}
