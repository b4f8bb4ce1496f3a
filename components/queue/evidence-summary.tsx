import { EffectMark } from "@/components/marks/effect-mark";
import type { CaseItem } from "@/lib/contract/cases";
import { summarizeEvidence } from "./summarize-evidence";

/** What machines have reported about a case, on one line: the newest, and whether they disagree. */
export function EvidenceSummary({ of }: { of: CaseItem }) {
  const { newest, machines, contradicting } = summarizeEvidence(of.evidence);
  if (newest === null) return null;
  const others = machines > 1 ? ` and ${machines - 1} more` : "";
  return (
    <div className="flex min-w-0 items-center gap-1.5">
      {newest.effect === null ? newest.kind : <EffectMark of={newest.effect} />}
      <span className="truncate text-faint text-xs">
        {contradicting ? "sources disagree" : `says ${newest.source}${others}`}
      </span>
    </div>
  );
}
