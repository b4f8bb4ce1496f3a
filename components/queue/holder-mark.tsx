"use client";

import { Time, useNow } from "@/components/ui/time";
import { useSession } from "@/lib/client/session";

type HolderMarkProps = {
  claimed_by: string | null;
  claimed_by_id: string | null;
  claim_expires_at: string | null;
};

/** Who holds a case and until when; a claim that has ended counts as none. */
export function HolderMark({ claimed_by, claimed_by_id, claim_expires_at }: HolderMarkProps) {
  const { id } = useSession();
  const now = useNow();
  if (claimed_by === null || claim_expires_at === null || Date.parse(claim_expires_at) <= now) {
    return <span className="text-faint">nobody</span>;
  }
  return (
    <div className="flex min-w-0 flex-col">
      <span className="truncate">{claimed_by_id === id ? "you" : claimed_by}</span>
      <span className="text-faint text-xs">
        ends <Time iso={claim_expires_at} display="relative" />
      </span>
    </div>
  );
}
