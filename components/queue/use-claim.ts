"use client";

import { useEffect, useRef, useState } from "react";
import { claimCase, giveBackCase } from "@/lib/client/cases";
import { useSession } from "@/lib/client/session";
import type { CaseDetail } from "@/lib/contract/cases";
import { claimStateOf, shouldRenew } from "./claim-state";
import { useQueueNow } from "./queue-clock";
import { useCaseWrite } from "./use-case-write";

/** What counts as using the page. Moving the mouse does not: it may lie under somebody's elbow. */
const USES = ["pointerdown", "keydown", "wheel", "touchmove"] as const;

/** The claim on a case as this person has it; renewed while the page is in use. */
export function useClaim(of: CaseDetail) {
  const { id } = useSession();
  const now = useQueueNow();
  const [heldOpening, setHeldOpening] = useState<number | null>(null);
  const claim = claimStateOf(of, id, heldOpening === of.opening, now);
  const take = useCaseWrite(() => claimCase(of.case_id));
  const give = useCaseWrite(
    () => giveBackCase(of.case_id),
    () => setHeldOpening(null),
  );
  if (claim.is === "mine" && heldOpening !== of.opening && !give.isPending) setHeldOpening(of.opening);
  useRenewal(shouldRenew(claim) && !take.isPending && !give.isPending, () => take.run(undefined));
  return { claim, take, give };
}

/** Calls `renew` on the next use of the page while it is due. */
function useRenewal(due: boolean, renew: () => void): void {
  const latest = useRef(renew);
  useEffect(() => {
    latest.current = renew;
  });
  useEffect(() => {
    if (!due) return;
    const onUse = () => latest.current();
    for (const use of USES) document.addEventListener(use, onUse, { passive: true });
    return () => {
      for (const use of USES) document.removeEventListener(use, onUse);
    };
  }, [due]);
}
