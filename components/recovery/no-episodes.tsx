import { HeartPulse } from "lucide-react";
import { EmptyState } from "@/components/ui/empty-state";
import type { RecoveryAnswer } from "@/lib/contract/recovery";
import { REPORT_RECOVERY_COMMAND } from "./report-recovery-command";

/** Nothing ended in this range, and what to do about it. */
export function NoEpisodes({ recovery: { known_from, compared_with } }: { recovery: RecoveryAnswer }) {
  if (compared_with)
    return (
      <EmptyState
        icon={<HeartPulse aria-hidden />}
        title={`Nothing to compare with release ${compared_with.release}`}
        text="No episode of a service that got this release ended in this range. Choose a longer range, or another release."
      />
    );
  if (known_from === "computed")
    return (
      <EmptyState
        icon={<HeartPulse aria-hidden />}
        title="No run failed in this range"
        text="Episodes are put together from failures that name their run. Whoever reports recoveries is counted under Reported."
      />
    );
  return (
    <EmptyState
      icon={<HeartPulse aria-hidden />}
      title="No recovery was reported in this range"
      text="Report how each run got over its failures: that shows whether better errors help, which a success rate cannot."
      command={REPORT_RECOVERY_COMMAND}
      commandLabel="Report a recovery"
    />
  );
}
