"use client";

import { useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import type { ReactNode } from "react";
import { type ExploreSource, sourceOfCalls, sourceOfRates } from "@/components/charts/explore-source";
import { ErrorState } from "@/components/ui/error-state";
import { Outdated } from "@/components/ui/outdated";
import { PageHeader } from "@/components/ui/page-header";
import { SkeletonChart } from "@/components/ui/skeleton";
import { StaleNotice } from "@/components/ui/stale-notice";
import { useZone } from "@/components/ui/time";
import { describeError } from "@/lib/client/api-error";
import { exploreQuery, failureRatesQuery, ratesCsvHref } from "@/lib/client/explore";
import { EXPLORE_PARAMS, type ExploreState } from "@/lib/client/explore-params";
import { describeRange } from "@/lib/client/time-range";
import { ExploreControls } from "./explore-controls";
import { ExploreFilters } from "./explore-filters";
import { ExploreResult } from "./explore-result";
import { isGroupedByCalls, NOUNS } from "./explore-words";
import { ExportCsv } from "./export-csv";
import { useExploreKeys } from "./use-explore-keys";

/** Failures over time by any part, drawn in any way, each number leading to its rows. All of it lives in the address. */
export function Explore({ views }: { views: ReactNode }) {
  const zone = useZone();
  const [state, setState] = useQueryStates(EXPLORE_PARAMS, { history: "push" });
  useExploreKeys(state, setState);
  const { source, error, refetch, isFetching, isPlaceholderData } = useSource(state, zone);
  return (
    <>
      <PageHeader
        title="Explore"
        actions={
          <>
            {views}
            {source && <ExportCsv href={ratesCsvHref({ state, zone }, source)} />}
          </>
        }
      />
      <div className="flex flex-wrap items-center gap-2 pb-4">
        <ExploreControls state={state} setState={setState} />
        <ExploreFilters state={state} setState={setState} />
      </div>
      {error && !source && (
        <ErrorState {...describeError(error)} onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {!error && !source && <SkeletonChart />}
      {source && (
        <Outdated when={isPlaceholderData} label={describeRange(state)}>
          {error && <StaleNotice what="These numbers are" message={describeError(error).message} />}
          <ExploreResult source={source} state={state} setState={setState} />
        </Outdated>
      )}
    </>
  );
}

/** What the state asks for, as it is drawn. Only the answer that is drawn is asked for. */
function useSource(state: ExploreState, zone: string) {
  const isRate = state.show === "rate";
  const rates = useQuery({ ...exploreQuery({ state, zone }), enabled: !isRate });
  const against = useQuery({ ...failureRatesQuery({ state, zone }), enabled: isRate });
  const noun = NOUNS[state.by];
  const source: ExploreSource | undefined = isRate
    ? against.data && sourceOfCalls(against.data, noun, isGroupedByCalls(state))
    : rates.data && sourceOfRates(rates.data, noun);
  const { error, refetch, isFetching, isPlaceholderData } = isRate ? against : rates;
  return { source, error, refetch, isFetching, isPlaceholderData };
}
