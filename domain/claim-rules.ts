import { conflictError, type DomainError } from "./errors";

/** How long a claim holds unless it is renewed (EXPERIENCE "The exception queue"). */
export const CLAIM_SECONDS = 900;

export type ClaimOnCase = {
  claimed_by: string | null;
  claimed_by_id: string | null;
  claim_expires_at: string | null;
};

/** Whether somebody holds the case now: an expired claim counts as none. */
export function isHeld(claim: ClaimOnCase, now: string): boolean {
  return claim.claim_expires_at !== null && claim.claim_expires_at > now;
}

/** 409 naming who holds the case and until when. */
export function claimedByOther(claim: ClaimOnCase): DomainError {
  return conflictError("claimed_by_other", `${claim.claimed_by} holds this case.`, {
    hint: "Wait until claim_expires_at, or ask them to give it back.",
    details: { claimed_by: claim.claimed_by, claim_expires_at: claim.claim_expires_at },
  });
}

/** Why this caller may not settle the case now; null when they hold it. `had_claim`: theirs ran out before. */
export function whyNotHolder(
  claim: ClaimOnCase,
  holder_id: string,
  had_claim: boolean,
  now: string,
): DomainError | null {
  const mine = claim.claimed_by_id === holder_id;
  if (isHeld(claim, now)) return mine ? null : claimedByOther(claim);
  if (mine || had_claim)
    return conflictError("claim_expired", "Your claim on this case has run out; nothing was changed.", {
      hint: "Claim it again, look once more, then settle.",
      details: { claim_expires_at: claim.claim_expires_at },
    });
  return conflictError("claim_required", "Only who holds a claim on a case may settle it.", {
    hint: "Claim the case first.",
  });
}
