"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { formatCount, formatShare } from "@/components/charts/prepare-format";
import { ClassMark } from "@/components/marks/class-mark";
import { ButtonLink } from "@/components/ui/button";
import { CountedHours } from "@/components/ui/counted-hours";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { Outdated } from "@/components/ui/outdated";
import { PageHeader } from "@/components/ui/page-header";
import { usePageKeys } from "@/components/ui/page-keys";
import { Section } from "@/components/ui/section";
import { SkeletonRows } from "@/components/ui/skeleton";
import { StaleNotice } from "@/components/ui/stale-notice";
import { Stat } from "@/components/ui/stat";
import { describeError } from "@/lib/client/api-error";
import { eventsHref } from "@/lib/client/events-href";
import { useFilterSearch, useFilters } from "@/lib/client/filters";
import { lintHref } from "@/lib/client/lint";
import { useMay } from "@/lib/client/session";
import { describeRange } from "@/lib/client/time-range";
import { toolMovesQuery, toolReviewsQuery } from "@/lib/client/tool-reviews";
import { toolsQuery } from "@/lib/client/tools";
import type { ToolReview } from "@/lib/contract/tool-reviews";
import { ReviewTable } from "./review-table";
import { ToolAbout } from "./tool-about";
import { WritesMark } from "./writes-mark";

type ToolViewProps = {
  tool: string;
  /** Its codes and their rates */
  codes: ReactNode;
  /** Its runbook as people read it */
  runbook: ReactNode;
};

/** One tool: what it does, how it fails, what that says, and whether what came next was right. */
export function ToolView({ tool, codes, runbook }: ToolViewProps) {
  const [filters] = useFilters();
  const list = `/tools${useFilterSearch()}`;
  const router = useRouter();
  usePageKeys([{ keys: "Escape", shown: "Esc", label: "All tools", run: () => router.push(list) }]);
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery(toolReviewsQuery(filters, tool));
  const moves = useQuery(toolMovesQuery(filters, tool));
  const about = useQuery(toolsQuery).data?.items.find((one) => one.tool === tool);
  const mayManage = useMay("tools.manage");
  const review = data?.items.find((one) => one.tool === tool);
  const rows = {
    from: data?.from,
    to: data?.to,
    service: filters.service,
    environment: filters.environment,
    tool,
  };
  return (
    <>
      <PageHeader
        title={
          <span className="flex flex-wrap items-center gap-2">
            <code className="break-all">{tool}</code>
            {review && <WritesMark writes={review.writes} />}
          </span>
        }
        description={
          <Link href={list} className="underline-offset-2 hover:underline">
            All tools
          </Link>
        }
        actions={
          <ButtonLink href={lintHref({ tool })} size="sm">
            Lint a body
          </ButtonLink>
        }
      />
      {!data && error && (
        <ErrorState {...describeError(error)} onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {!data && !error && <SkeletonRows rows={8} label="Loading the tool" />}
      {data && (
        <Outdated when={isPlaceholderData} label={describeRange(filters)}>
          {error && <StaleNotice what="This review is" message={describeError(error).message} />}
          {!review ? (
            <EmptyState title="No such tool" text="A tool enters by itself with its first failure." />
          ) : (
            <>
              <Numbers review={review} rows={rows} />
              <p className="pt-2 pb-4 text-muted text-xs">
                <CountedHours from={data.from} to={data.to} />
              </p>
              <Diagnoses review={review} />
              <Section
                title="Review by class"
                description="Was it ever seen here, what came next in the run, and was that the right move? Moves are known where runs are named."
              >
                {moves.isError && (
                  <StaleNotice what="What came next is" message={describeError(moves.error).message} />
                )}
                <ReviewTable
                  review={review}
                  moves={moves.isError && !moves.data ? null : moves.data}
                  rows={rows}
                />
              </Section>
              <Section title="Its codes">{codes}</Section>
            </>
          )}
          {about && <ToolAbout tool={about} mayManage={mayManage} runbook={runbook} />}
        </Outdated>
      )}
    </>
  );
}

type Rows = Parameters<typeof eventsHref>[0];

function Numbers({ review, rows }: { review: ToolReview; rows: Rows }) {
  const { failures, unmapped, unmapped_share, classes } = review;
  const seen = classes.filter(({ ever, class: name }) => ever && name !== "unclassified").length;
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-5 pb-6 lg:grid-cols-4">
      <Stat label="Failures" value={formatCount(failures)} href={eventsHref(rows)} />
      <Stat
        label="Unmapped share"
        value={formatShare(unmapped_share)}
        href={eventsHref({ ...rows, unmapped: "true" })}
        detail={
          unmapped_share === null
            ? "Undefined: nothing failed."
            : `${formatCount(unmapped)} of ${formatCount(failures)}`
        }
      />
      <Stat label="Classes ever seen" value={`${seen} of 6`} />
    </dl>
  );
}

function Diagnoses({ review: { diagnoses } }: { review: ToolReview }) {
  if (diagnoses.length === 0) return null;
  return (
    <Section title="What the failures say">
      <ul className="flex flex-col gap-3 text-sm">
        {diagnoses.map(({ class: name, named, share, says, ask }) => (
          <li key={name} className="max-w-prose">
            <p className="font-medium">
              <ClassMark of={name} /> {formatShare(share)} of named failures ({formatCount(named)}): {says}
            </p>
            <p className="text-muted">{ask}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
