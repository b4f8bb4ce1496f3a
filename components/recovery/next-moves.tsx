"use client";

import { useQuery } from "@tanstack/react-query";
import { Route } from "lucide-react";
import { useQueryStates } from "nuqs";
import { formatCount } from "@/components/charts/prepare-format";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Outdated } from "@/components/ui/outdated";
import { SkeletonRows } from "@/components/ui/skeleton";
import { StaleNotice } from "@/components/ui/stale-notice";
import { describeError } from "@/lib/client/api-error";
import { useFilters } from "@/lib/client/filters";
import { MOVES_PARAMS, movesQuery } from "@/lib/client/next-moves";
import { describeRange } from "@/lib/client/time-range";
import type { NextMovesAnswer } from "@/lib/contract/next-moves";
import { MovedEvents } from "./moved-events";
import { MovesTable } from "./moves-table";
import { RulesTable } from "./rules-table";

/** What came next after failures, which rules that broke, and the failures behind a chosen number. */
export function NextMoves() {
  const [filters] = useFilters();
  const [chosen, setChosen] = useQueryStates(MOVES_PARAMS, { history: "push" });
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery(movesQuery(filters));
  if (!data && error)
    return <ErrorState {...describeError(error)} onRetry={() => void refetch()} retrying={isFetching} />;
  if (!data) return <SkeletonRows rows={8} label="Loading what came next" />;
  const isChosen = chosen.rule !== null || chosen.move !== null;
  return (
    <Outdated when={isPlaceholderData} label={describeRange(filters)}>
      {error && <StaleNotice what="These counts are" message={describeError(error).message} />}
      <p className="max-w-prose pb-3 text-muted text-sm">{describeReading(data)}</p>
      {data.items.length === 0 ? (
        <EmptyState
          icon={<Route aria-hidden />}
          title="Nothing is known of what came next in this range"
          text="Send run_id with each failure, and arguments_hash, attempt and turn where they are known: failures of one run are then told apart as repeated, corrected or given up."
        />
      ) : (
        <>
          <RulesTable rules={data.rules} chosen={chosen.rule} />
          <MovesTable answer={data} chosen={chosen} />
        </>
      )}
      {isChosen && (
        <MovedEvents
          answer={data}
          filters={filters}
          chosen={chosen}
          onClose={() => void setChosen({ rule: null, class: null, move: null })}
        />
      )}
    </Outdated>
  );
}

function describeReading({ read, undecided, without_run }: NextMovesAnswer): string {
  return [
    "What came next in the run, as far as failures and reported recoveries show it.",
    !read.whole &&
      `The newest ${formatCount(read.rows)} failures were read; older ones of the range are not counted.`,
    without_run > 0 && `${formatCount(without_run)} failures name no run and are in no row.`,
    undecided > 0 && `After ${formatCount(undecided)} of the last five minutes something may still come.`,
  ]
    .filter(Boolean)
    .join(" ");
}
