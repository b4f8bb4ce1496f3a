"use client";

import { createContext, type ReactNode, use } from "react";
import type { CaseDetail } from "@/lib/contract/cases";
import { useClaim } from "./use-claim";

type Work = ReturnType<typeof useClaim>;

const WorkContext = createContext<Work | null>(null);
/** Apart, because the claim counts down every second and most of the page does not care. */
const HoldsContext = createContext(false);

/** The claim on a case, for everything on its page. */
export function CaseClaim({ of, children }: { of: CaseDetail; children: ReactNode }) {
  const work = useClaim(of);
  return (
    <WorkContext value={work}>
      <HoldsContext value={work.claim.is === "mine"}>{children}</HoldsContext>
    </WorkContext>
  );
}

/** The claim with what can be done about it, renewed every second; only below `CaseClaim`. */
export function useCaseClaim(): Work {
  const work = use(WorkContext);
  if (!work) throw new Error("useCaseClaim is used outside CaseClaim");
  return work;
}

/** Whether this person holds the case. */
export function useHoldsCase(): boolean {
  return use(HoldsContext);
}
