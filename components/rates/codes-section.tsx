"use client";

import { useQuery } from "@tanstack/react-query";
import { CountBars } from "@/components/charts/count-bars";
import { prepareTop } from "@/components/charts/prepare-top";
import { CodeMark } from "@/components/marks/code-mark";
import { ErrorState } from "@/components/ui/error-state";
import { Outdated } from "@/components/ui/outdated";
import { Section } from "@/components/ui/section";
import { SkeletonRows } from "@/components/ui/skeleton";
import { describeError } from "@/lib/client/api-error";
import { eventsHref } from "@/lib/client/events-href";
import type { Filters } from "@/lib/client/filter-params";
import { ratesQuery } from "@/lib/client/rates";
import { describeRange } from "@/lib/client/time-range";

const SHOWN = 5;
const ONE_MINUTE_MS = 60_000;

/** The codes that most failures carry; each number leads to its events. */
export function CodesSection({ filters, zone }: { filters: Filters; zone: string }) {
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery({
    ...ratesQuery({ filters, zone, group_by: "code", points: false }),
    refetchInterval: ONE_MINUTE_MS,
  });
  const { service, environment } = filters;
  return (
    <Section
      title="Most frequent codes"
      description={data && !isPlaceholderData && describeShown(data.series.length)}
    >
      {error && !data && (
        <ErrorState {...describeError(error)} onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {!error && !data && <SkeletonRows rows={SHOWN} label="Loading codes" />}
      {data && (
        <Outdated when={isPlaceholderData} label={describeRange(filters)}>
          <CountBars
            caption="Most frequent codes"
            columns={["Code", "Failures"]}
            bars={prepareTop(data.series, SHOWN).map(({ key, failures, unmapped, length }) => ({
              key,
              label: <CodeMark code={key} unmapped={unmapped} />,
              count: failures,
              length,
              href: eventsHref({ from: data.from, to: data.to, code: key, service, environment }),
            }))}
          />
        </Outdated>
      )}
    </Section>
  );
}

const describeShown = (count: number) =>
  count > SHOWN ? `The first ${SHOWN} of ${count} in this range.` : "All of this range.";
