import { formatCount, formatShare } from "@/components/charts/prepare-format";
import { Stat } from "@/components/ui/stat";
import type { Filters } from "@/lib/client/filter-params";
import { quarantineHref } from "@/lib/client/intake";
import type { IntakeAnswer } from "@/lib/contract/intake";
import { describeLag } from "./lag-words";
import { describeRate } from "./rate-words";

type IntakeStatsProps = { intake: IntakeAnswer; filters: Filters; door: string | null };

/** The answer first: does it come in, is it taken, is it fresh. */
export function IntakeStats({ intake: { totals, sources }, filters, door }: IntakeStatsProps) {
  const silent = sources.filter(({ state }) => state === "silent").length;
  const { received, rejected, duplicate, shares, lag } = totals;
  const nothing = "Undefined: nothing came in";
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-5 pb-6 lg:grid-cols-4">
      <Stat
        label="Items a minute, now"
        value={describeRate(totals.rate_per_minute)}
        detail={
          silent > 0 ? (
            <span className="text-warn">
              {silent === 1 ? "1 source is silent" : `${formatCount(silent)} sources are silent`}
            </span>
          ) : (
            "over the last 5 to 10 minutes"
          )
        }
      />
      <Stat
        label="Rejected"
        value={formatShare(shares.rejected)}
        {...(rejected > 0 && { href: quarantineHref({ door }, filters) })}
        tone={rejected > 0 ? "danger" : "neutral"}
        detail={
          shares.rejected === null ? nothing : `${formatCount(rejected)} of ${formatCount(received)} items`
        }
      />
      <Stat
        label="Lag, p90"
        value={describeLag(lag.p90)}
        detail={
          lag.p90 === null
            ? "Undefined: no event was accepted"
            : `p50 ${describeLag(lag.p50)} · p99 ${describeLag(lag.p99)}`
        }
      />
      <Stat
        label="Duplicates"
        value={formatShare(shares.duplicate)}
        detail={
          shares.duplicate === null
            ? nothing
            : `${formatCount(duplicate)} of ${formatCount(received)} items, each counted once`
        }
      />
    </dl>
  );
}
