import { formatCount } from "@/components/charts/prepare-format";
import { REPLAY_OUTCOMES } from "@/domain/replay";
import type { Replay } from "@/lib/contract/quarantine";
import { outcomeWord } from "./outcome-words";

/** The bar with its five counts: they make the total once it is over. */
export function ReplayMeter({ of }: { of: Replay }) {
  const over = REPLAY_OUTCOMES.reduce((sum, outcome) => sum + of[outcome], 0);
  const share = of.total === 0 ? 1 : over / of.total;
  return (
    <div className="flex flex-col gap-2">
      <svg
        role="progressbar"
        aria-label="Progress"
        aria-valuemin={0}
        aria-valuemax={of.total}
        aria-valuenow={over}
        className="block h-2 w-full overflow-hidden rounded-full bg-hover text-accent"
      >
        <rect width={`${share * 100}%`} height="8" fill="currentColor" />
      </svg>
      <p role="status" className="flex flex-wrap gap-x-4 text-muted">
        {REPLAY_OUTCOMES.filter((outcome) => outcome === "accepted" || of[outcome] > 0).map((outcome) => (
          <span key={outcome}>
            <span className="font-medium text-ink">{formatCount(of[outcome])}</span> {outcomeWord(outcome)}
          </span>
        ))}
        <span className="ml-auto">
          {formatCount(over)} of {formatCount(of.total)}
        </span>
      </p>
    </div>
  );
}
