import { Time } from "@/components/ui/time";
import type { CaseItem } from "@/lib/contract/cases";
import { VERDICT_WORDS } from "./verdict-words";

/** How a case ended, when, and how far its verdict got. */
export function SettledMark({ of }: { of: CaseItem }) {
  const verdict = of.verdicts.find(({ verdict_id }) => verdict_id === of.verdict_id);
  if (verdict === undefined) return <span className="text-faint">none stands</span>;
  const { acknowledged_at, delivered_at } = verdict.delivery;
  const reached =
    acknowledged_at !== null ? "acknowledged" : delivered_at !== null ? "delivered" : "not fetched yet";
  return (
    <div className="flex flex-col">
      <span>{VERDICT_WORDS[verdict.verdict].title}</span>
      <span className="text-faint text-xs">
        {of.settled_at !== null && (
          <>
            settled <Time iso={of.settled_at} display="relative" past /> ·{" "}
          </>
        )}
        {reached}
      </span>
    </div>
  );
}
