"use client";

import { useSession } from "@/lib/client/session";
import type { CaseItem } from "@/lib/contract/cases";
import { HolderMark } from "./holder-mark";
import { ProposalMark } from "./proposal-mark";

/** Who holds a case, or what they propose where another person has to agree, and who is asked to see to it. */
export function HandsMark({ of }: { of: CaseItem }) {
  const { id } = useSession();
  return (
    <div className="flex min-w-0 flex-col">
      {of.proposal_id === null ? <HolderMark {...of} /> : <ProposalMark of={of} />}
      {of.assigned_to !== null && (
        <span className="truncate text-muted text-xs">
          assigned to {of.assigned_to_id === id ? "you" : of.assigned_to}
        </span>
      )}
    </div>
  );
}
