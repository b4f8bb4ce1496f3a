"use client";

import { useState } from "react";
import { z } from "zod";
import { type CommittedEvidence, notOverruled } from "@/domain/committed-evidence";
import type { Verdict } from "@/domain/verdict";
import type { CaseDetail } from "@/lib/contract/cases";
import { type Commit, commitsAgainst, commitsNamed } from "./commits-against";
import { useKept } from "./use-kept";

const kept = z.array(z.string());
const NONE: string[] = [];

/** What `absent` stands against and what was looked at of it; kept for one opening, since each looks again. */
export function useOverrules(of: CaseDetail, verdict: Verdict | null) {
  const {
    value: ticked,
    change,
    clear,
  } = useKept(`errata.overrules.${of.case_id}.${of.opening}`, kept, NONE);
  const [arrived, setArrived] = useState<readonly CommittedEvidence[]>([]);
  const commits: readonly Commit[] = commitsAgainst(of, verdict, arrived);
  const left = notOverruled(commits, ticked);
  return {
    ...{ commits, ticked, clear },
    overruled: commits.filter((commit) => !left.includes(commit)),
    isOpen: left.length > 0,
    tick: (evidence_id: string, on: boolean) =>
      change(on ? [...ticked, evidence_id] : ticked.filter((id) => id !== evidence_id)),
    /** Brings into sight what a refusal names, before the case is read again. */
    takeNamed: (error: unknown) => setArrived(commitsNamed(error)),
  };
}
