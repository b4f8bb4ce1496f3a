"use client";

import { useQuery } from "@tanstack/react-query";
import { BellRing } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { formatCount, formatShare } from "@/components/charts/prepare-format";
import { SparkBars } from "@/components/charts/spark-bars";
import { CodeMark } from "@/components/marks/code-mark";
import { ButtonLink } from "@/components/ui/button";
import { CountedHours } from "@/components/ui/counted-hours";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Outdated } from "@/components/ui/outdated";
import { PageHeader } from "@/components/ui/page-header";
import { usePageKeys } from "@/components/ui/page-keys";
import { Section } from "@/components/ui/section";
import { StaleNotice } from "@/components/ui/stale-notice";
import { Stat } from "@/components/ui/stat";
import { Time } from "@/components/ui/time";
import { newAlertHref } from "@/lib/client/alerts";
import { describeError } from "@/lib/client/api-error";
import { codeQuery, silentCodesQuery } from "@/lib/client/codes";
import { eventsHref } from "@/lib/client/events-href";
import { useFilterSearch, useFilters } from "@/lib/client/filters";
import { useMay } from "@/lib/client/session";
import { describeRange } from "@/lib/client/time-range";
import type { CodeAnswer } from "@/lib/contract/codes";
import { CodeMarks } from "./code-marks";
import { CodeNotes } from "./code-notes";
import { silencesByCode } from "./code-words";
import { CodesSkeleton } from "./codes-skeleton";
import { Retirement } from "./retirement";
import { UsesTable } from "./uses-table";

/** One code: how often, where, what it means there, and what is wrong with that. */
export function CodeView({ code }: { code: string }) {
  const [filters] = useFilters();
  const list = `/codes${useFilterSearch()}`;
  const router = useRouter();
  usePageKeys([{ keys: "Escape", shown: "Esc", label: "All codes", run: () => router.push(list) }]);
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery(codeQuery(code, filters));
  const silence = silencesByCode(useQuery(silentCodesQuery(filters, code)).data?.items ?? []).get(code);
  if (!data && error)
    return <ErrorState page {...describeError(error)} onRetry={() => void refetch()} retrying={isFetching} />;
  if (!data) return <CodesSkeleton />;
  const { service, environment } = filters;
  return (
    <>
      <PageHeader
        title={
          <span className="flex flex-wrap items-center gap-2">
            <CodeMark code={data.code} unmapped={data.unmapped} />
            <CodeMarks code={data} silence={silence} />
          </span>
        }
        description={
          <Link href={list} className="underline-offset-2 hover:underline">
            All codes
          </Link>
        }
        actions={
          <>
            <WatchLink code={data.code} />
            <Retirement code={data} />
          </>
        }
      />
      <Outdated when={isPlaceholderData} label={describeRange(filters)}>
        {error && <StaleNotice what="These numbers are" message={describeError(error).message} />}
        <Stats code={data} rows={{ from: data.from, to: data.to, service, environment, code }} />
        <p className="pt-2 pb-4 text-muted text-xs">
          <CountedHours from={data.from} to={data.to} />
        </p>
        <CodeNotes code={data} silence={silence} />
        <Section
          title="By tool and class"
          description="A code means one thing: where two rows differ, whoever branches on it is wrong for one of them."
        >
          {data.uses.length === 0 ? (
            <EmptyState title="Not seen in this range" text="Choose a longer range to see where it was." />
          ) : (
            <UsesTable code={data} filter={{ service, environment }} />
          )}
        </Section>
      </Outdated>
    </>
  );
}

/** To be told when it comes more often than it should. */
function WatchLink({ code }: { code: string }) {
  if (!useMay("tools.manage")) return null;
  return (
    <ButtonLink href={newAlertHref({ code })}>
      <BellRing aria-hidden />
      Watch its rate
    </ButtonLink>
  );
}

function Stats({ code, rows }: { code: CodeAnswer; rows: Parameters<typeof eventsHref>[0] }) {
  const { events, share, saying, first_seen_at, last_seen_at } = code;
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-5 pb-6 lg:grid-cols-4">
      <Stat
        label="Failures"
        value={formatCount(events)}
        href={eventsHref(rows)}
        detail={<SparkBars points={code.points.map((count) => [count, 0] as const)} />}
      />
      <Stat label="Of all failures" value={events === 0 ? null : formatShare(share)} />
      <Stat
        label="Leave something unsaid"
        value={events === 0 ? null : formatShare(saying.share)}
        detail={saying.lacking > 0 && `${formatCount(saying.lacking)} of ${formatCount(events)} bodies`}
      />
      <Stat
        label="Last seen"
        value={last_seen_at && <Time iso={last_seen_at} display="relative" past />}
        detail={
          first_seen_at && (
            <>
              first <Time iso={first_seen_at} display="absolute" seconds={false} />
            </>
          )
        }
      />
    </dl>
  );
}
