"use client";

import { useQuery } from "@tanstack/react-query";
import { CountBars } from "@/components/charts/count-bars";
import { prepareBands } from "@/components/charts/prepare-bands";
import { formatCount } from "@/components/charts/prepare-format";
import { ButtonLink } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { Outdated } from "@/components/ui/outdated";
import { Section } from "@/components/ui/section";
import { SkeletonRows } from "@/components/ui/skeleton";
import { describeError } from "@/lib/client/api-error";
import { type QueryValue, searchString } from "@/lib/client/fetcher";
import { figuresQuery } from "@/lib/client/figures";
import type { Filters } from "@/lib/client/filter-params";
import { useMay } from "@/lib/client/session";

const ONE_MINUTE_MS = 60_000;

/** How long what is not settled has waited; each number leads to its rows. Who sees only their own has no need of it. */
export function OpenCasesSection({ filters }: { filters: Filters }) {
  const mayRead = useMay("cases.read");
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery({
    ...figuresQuery({ filters }),
    enabled: mayRead,
    refetchInterval: ONE_MINUTE_MS,
  });
  if (!mayRead) return null;
  const { service, environment } = filters;
  const hrefOf = (more: Record<string, QueryValue>) =>
    `/queue${searchString({ view: "unsettled", ...more, service, environment })}`;
  return (
    <Section
      title="Open cases by age"
      description="Everything not settled, whatever the time range."
      actions={
        data &&
        data.open.total > 0 &&
        !isPlaceholderData && (
          <ButtonLink size="sm" href={hrefOf({})}>
            All {formatCount(data.open.total)} in the queue
          </ButtonLink>
        )
      }
    >
      {error && !data && (
        <ErrorState {...describeError(error)} onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {!error && !data && <SkeletonRows rows={6} label="Loading open cases" />}
      {data && (
        <Outdated when={isPlaceholderData} label="the open cases">
          <CountBars
            caption="Open cases by age"
            columns={["Age", "Open cases"]}
            bars={prepareBands(data.open.by_age, data.at, "past").map(({ from, to, ...bar }) => ({
              ...bar,
              href: hrefOf({ opened_from: from, opened_to: to }),
            }))}
          />
        </Outdated>
      )}
    </Section>
  );
}
