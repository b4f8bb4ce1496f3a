"use client";

import { useQuery } from "@tanstack/react-query";
import { CountBars } from "@/components/charts/count-bars";
import { prepareAges } from "@/components/charts/prepare-ages";
import { formatCount } from "@/components/charts/prepare-format";
import { ButtonLink } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { Outdated } from "@/components/ui/outdated";
import { Section } from "@/components/ui/section";
import { SkeletonRows } from "@/components/ui/skeleton";
import { useNow } from "@/components/ui/time";
import { describeError } from "@/lib/client/api-error";
import { searchString } from "@/lib/client/fetcher";
import type { Filters } from "@/lib/client/filter-params";
import { openCaseAgesQuery } from "@/lib/client/open-cases";
import { useMayReadCases } from "./open-cases-stat";

/** How long the open cases have waited. The queue has no filter by age, so only their total leads to it. */
export function OpenCasesSection({ filters }: { filters: Filters }) {
  const mayRead = useMayReadCases();
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery({
    ...openCaseAgesQuery(filters),
    enabled: mayRead,
  });
  const now = useNow();
  if (!mayRead) return null;
  const { service, environment } = filters;
  return (
    <Section
      title="Open cases by age"
      description="Effects nobody knows yet, whatever the time range."
      actions={
        data &&
        data.counts.open > 0 &&
        !isPlaceholderData && (
          <ButtonLink size="sm" href={`/queue${searchString({ view: "open", service, environment })}`}>
            All {formatCount(data.counts.open)} in the queue
          </ButtonLink>
        )
      }
    >
      {error && !data && (
        <ErrorState {...describeError(error)} onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {!error && !data && <SkeletonRows rows={5} label="Loading open cases" />}
      {data && (
        <Outdated when={isPlaceholderData} label="the open cases">
          <CountBars
            caption="Open cases by age"
            columns={["Age", "Open cases"]}
            bars={prepareAges(
              data.items.map(({ first_attempt_at, reopened_at }) => reopened_at ?? first_attempt_at),
              now,
            )}
          />
        </Outdated>
      )}
      {data?.next_cursor && !isPlaceholderData && (
        <p className="pt-2 text-muted text-xs">
          The bars hold the {data.items.length} most urgent of {formatCount(data.counts.open)}; the queue
          lists all.
        </p>
      )}
    </Section>
  );
}
