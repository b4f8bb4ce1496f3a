import { formatCount } from "@/components/charts/prepare-format";
import { ProgressBar } from "@/components/ui/progress-bar";
import { REPLAY_OUTCOMES } from "@/domain/replay";
import type { Replay } from "@/lib/contract/replays";
import { outcomeWord } from "./outcome-words";

/** The bar with its five counts: they make the total once it is over. */
export function ReplayMeter({ of }: { of: Replay }) {
  const over = REPLAY_OUTCOMES.reduce((sum, outcome) => sum + of[outcome], 0);
  return (
    <div className="flex flex-col gap-2">
      <ProgressBar over={over} total={of.total} />
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
