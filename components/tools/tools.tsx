"use client";

import { useQuery } from "@tanstack/react-query";
import { Wrench } from "lucide-react";
import { CountedHours } from "@/components/ui/counted-hours";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Outdated } from "@/components/ui/outdated";
import { SkeletonRows } from "@/components/ui/skeleton";
import { StaleNotice } from "@/components/ui/stale-notice";
import { describeError } from "@/lib/client/api-error";
import { useFilterSearch, useFilters } from "@/lib/client/filters";
import { describeRange } from "@/lib/client/time-range";
import { toolHref, toolReviewsQuery } from "@/lib/client/tool-reviews";
import { ToolsMatrix } from "./tools-matrix";

/** All tools against all classes: was each ever seen there, and what its clusters say. */
export function Tools() {
  const [filters] = useFilters();
  const search = useFilterSearch();
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery(toolReviewsQuery(filters));
  if (!data && error)
    return <ErrorState {...describeError(error)} onRetry={() => void refetch()} retrying={isFetching} />;
  if (!data) return <SkeletonRows rows={8} label="Loading tools" />;
  const { service, environment } = filters;
  return (
    <Outdated when={isPlaceholderData} label={describeRange(filters)}>
      {error && <StaleNotice what="This review is" message={describeError(error).message} />}
      {data.items.length === 0 ? (
        <EmptyState
          icon={<Wrench aria-hidden />}
          title="No tool has failed yet"
          text="Tools enter by themselves with their first event."
        />
      ) : (
        <>
          <p className="max-w-prose pb-3 text-muted text-sm">
            <em>Never</em>: the tool was never seen to fail so. Either it cannot, or nobody reports it. The
            class of an unmapped failure is a guess, so only failures with a code of your own speak of the
            tool. <CountedHours from={data.from} to={data.to} />
          </p>
          <ToolsMatrix
            reviews={data}
            filter={{ service, environment }}
            hrefOf={(tool) => `${toolHref(tool)}${search}`}
          />
        </>
      )}
    </Outdated>
  );
}
