import { formatCount, formatShare } from "@/components/charts/prepare-format";
import { Stat } from "@/components/ui/stat";
import type { RecoveryAnswer } from "@/lib/contract/recovery";
import { describeGaveUp, sayAttempts, sayPoints, shareOrDash } from "./recovery-words";

type Sides = RecoveryAnswer["total"];

const asText = (value: number | null) => (value === null ? null : formatCount(value));
const orDash = (value: number | null) => asText(value) ?? "–";

/** How many attempts it takes, and how many give up; beside each what it was before, where a release is compared. */
export function RecoveryStats({ of: { all, compared } }: { of: Sides }) {
  const shown = compared?.after ?? all;
  const than = (value: string, change: string | null) =>
    compared ? `before ${value}${change === null ? "" : ` · change ${change}`}` : null;
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-5 pb-6 sm:grid-cols-3 lg:grid-cols-6">
      <Stat
        label={compared ? "Episodes after" : "Episodes"}
        value={formatCount(shown.episodes)}
        detail={than(formatCount(compared?.before.episodes ?? 0), null) ?? "that ended in this range"}
      />
      <Stat
        label="p50 attempts"
        value={asText(shown.p50)}
        detail={than(orDash(compared?.before.p50 ?? null), null) ?? "until recovery"}
      />
      <Stat
        label="p90"
        value={asText(shown.p90)}
        detail={than(orDash(compared?.before.p90 ?? null), compared?.p90 ? sayAttempts(compared.p90) : null)}
      />
      <Stat label="p99" value={asText(shown.p99)} detail={than(orDash(compared?.before.p99 ?? null), null)} />
      <Stat label="max" value={asText(shown.max)} detail={than(orDash(compared?.before.max ?? null), null)} />
      <Stat
        label="Gave up"
        value={formatShare(shown.gave_up_share)}
        detail={
          than(
            shareOrDash(compared?.before.gave_up_share ?? null),
            compared?.gave_up_share ? sayPoints(compared.gave_up_share) : null,
          ) ?? describeGaveUp(shown.gave_up, shown.episodes, shown.escalated)
        }
      />
    </dl>
  );
}
