"use client";

import { useQuery } from "@tanstack/react-query";
import { firstAhead } from "@/components/charts/prepare-bands";
import { formatCount, formatSeconds, formatShare } from "@/components/charts/prepare-format";
import { ErrorState } from "@/components/ui/error-state";
import { Outdated } from "@/components/ui/outdated";
import { StaleNotice } from "@/components/ui/stale-notice";
import { Stat } from "@/components/ui/stat";
import { describeError } from "@/lib/client/api-error";
import { figuresQuery } from "@/lib/client/figures";
import { useFilters } from "@/lib/client/filters";
import { useLive } from "@/lib/client/live";
import { describeRange } from "@/lib/client/time-range";
import type { FiguresAnswer } from "@/lib/contract/figures";
import { FiguresSkeleton } from "./figures-skeleton";
import { OpenSections } from "./open-section";
import { type FigureFilter, openHref } from "./queue-href";
import { TimesSection } from "./times-section";
import { UnknownSection } from "./unknown-section";
import { VerdictsSection } from "./verdicts-section";

/** How the queue does: what waits, how long things take, what was decided, and what fills it. */
export function Figures() {
  const [filters] = useFilters();
  useLive();
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery(figuresQuery({ filters }));
  if (!data && error) {
    return <ErrorState {...describeError(error)} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  if (!data) return <FiguresSkeleton />;
  const { service, environment } = filters;
  const filter = { service, environment };
  return (
    <Outdated when={isPlaceholderData} label={describeRange(filters)}>
      {error && <StaleNotice what="These figures are" message={describeError(error).message} />}
      <FigureStats figures={data} filter={filter} />
      <OpenSections figures={data} filter={filter} />
      <TimesSection times={data.times} />
      <VerdictsSection figures={data} filter={filter} />
      <UnknownSection figures={data} filter={filter} />
    </Outdated>
  );
}

function FigureStats({ figures, filter }: { figures: FiguresAnswer; filter: FigureFilter }) {
  const { open, times, reopened, at } = figures;
  const apart = [
    open.awaiting_second > 0 && `${formatCount(open.awaiting_second)} waiting for a second person`,
    open.snoozed > 0 && `${formatCount(open.snoozed)} asleep`,
  ].filter(Boolean);
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-5 pb-6 lg:grid-cols-4">
      <Stat
        label="Not settled"
        value={formatCount(open.total)}
        href={openHref(filter, {})}
        detail={apart.length > 0 ? apart.join(", ") : "now"}
      />
      <Stat
        label="Overdue"
        value={formatCount(open.overdue)}
        href={openHref(filter, { deadline_to: firstAhead(at) })}
        tone={open.overdue > 0 ? "danger" : "neutral"}
        detail="now"
      />
      <Stat
        label="Median time to settle"
        value={formatSeconds(times.settle.p50)}
        detail={
          times.settle.count === 0
            ? "Undefined: nothing was settled"
            : `p99 ${formatSeconds(times.settle.p99)} · ${formatCount(times.settle.count)} settled`
        }
      />
      <Stat
        label="Reopened"
        value={formatShare(reopened.share)}
        detail={
          reopened.share === null
            ? "Undefined: nothing was settled"
            : `${formatCount(reopened.reopened)} of ${formatCount(reopened.settled)} settled`
        }
      />
    </dl>
  );
}
