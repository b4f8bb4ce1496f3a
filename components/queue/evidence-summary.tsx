import { EffectMark } from "@/components/marks/effect-mark";
import type { CaseItem } from "@/lib/contract/cases";
import { summarizeEvidence } from "./summarize-evidence";

/** What machines have reported about a case, in a cell: the newest, and whether others disagree. */
export function EvidenceSummary({ of }: { of: CaseItem }) {
  const { newest, machines, contradicting } = summarizeEvidence(of.evidence);
  if (newest === null) return <span className="text-faint">none</span>;
  return (
    <div className="flex min-w-0 flex-col">
      {newest.effect === null ? newest.kind : <EffectMark of={newest.effect} />}
      <span className="truncate text-faint text-xs">
        {contradicting
          ? "sources disagree"
          : `${newest.source}${machines > 1 ? ` and ${machines - 1} more` : ""}`}
      </span>
    </div>
  );
}
