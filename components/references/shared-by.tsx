import type { ReferenceMatch } from "@/lib/contract/references";
import { MatchList } from "./match-list";

/** Reminds that others share the reference, and where they are. */
export function SharedBy({ matches, event }: { matches: readonly ReferenceMatch[]; event: string | null }) {
  return (
    <details className="mb-4 max-w-4xl border-warn border-l-2 pl-3">
      <summary className="text-sm">
        <span className="font-medium">One of {matches.length} that share this reference.</span>{" "}
        <span className="text-muted">Make sure that it is the right one.</span>
      </summary>
      <div className="pt-2">
        <MatchList matches={matches} chosen={event} />
      </div>
    </details>
  );
}
