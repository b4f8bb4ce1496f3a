"use client";

import { useSession } from "@/lib/client/session";
import type { CaseItem } from "@/lib/contract/cases";
import { VERDICT_WORDS } from "./verdict-words";

/** What is proposed and by whom, while another person has to agree; nothing otherwise. */
export function ProposalMark({ of }: { of: CaseItem }) {
  const { id } = useSession();
  const proposal = of.verdicts.find(({ verdict_id }) => verdict_id === of.proposal_id);
  if (proposal === undefined) return null;
  return (
    <div className="flex min-w-0 flex-col">
      <span className="truncate">{VERDICT_WORDS[proposal.verdict].title}</span>
      <span className="text-muted text-xs">
        {proposal.by_id === id ? "yours: another person has to agree" : `proposed by ${proposal.by}`}
      </span>
    </div>
  );
}
