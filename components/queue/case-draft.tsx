"use client";

import { createContext, type ReactNode, use } from "react";
import type { CaseDetail } from "@/lib/contract/cases";
import { useDraft } from "./use-draft";

type Draft = ReturnType<typeof useDraft>;

const DraftContext = createContext<Draft | null>(null);

/** What is being written about a case, for the form and for what can be taken into it. */
export function CaseDraft({ of, children }: { of: CaseDetail; children: ReactNode }) {
  return <DraftContext value={useDraft(of.case_id, of.opening)}>{children}</DraftContext>;
}

/** The verdict as it is written so far; only below `CaseDraft`. */
export function useCaseDraft(): Draft {
  const draft = use(DraftContext);
  if (!draft) throw new Error("useCaseDraft is used outside CaseDraft");
  return draft;
}
