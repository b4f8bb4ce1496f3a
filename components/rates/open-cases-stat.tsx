"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { formatCount } from "@/components/charts/prepare-format";
import { IntentLink } from "@/components/ui/intent-link";
import { Skeleton } from "@/components/ui/skeleton";
import { Stat } from "@/components/ui/stat";
import { Time } from "@/components/ui/time";
import { searchString } from "@/lib/client/fetcher";
import type { Filters } from "@/lib/client/filter-params";
import { openCasesQuery } from "@/lib/client/open-cases";
import { useSession } from "@/lib/client/session";
import type { CaseList } from "@/lib/contract/cases";

/** How many cases wait for a person, and how long the most urgent one can. */
export function OpenCasesStat({ filters }: { filters: Filters }) {
  const mayRead = useMayReadCases();
  const { data, isError } = useQuery({ ...openCasesQuery(filters), enabled: mayRead });
  if (!mayRead) return null;
  if (!data && isError) return <Stat label="Open cases" value={null} detail="Could not be loaded" />;
  if (!data) return <Stat label="Open cases" value={<Skeleton className="my-1 h-6 w-12" />} />;
  const { service, environment } = filters;
  const hrefOf = (view: string) => `/queue${searchString({ view, service, environment })}`;
  return (
    <Stat
      label="Open cases"
      value={formatCount(data.counts.open)}
      href={hrefOf("open")}
      tone={data.counts.overdue > 0 ? "danger" : "neutral"}
      detail={describeUrgency(data, hrefOf("overdue"))}
    />
  );
}

/** Whether this person sees cases at all: the whole queue, or the ones they opened. */
export function useMayReadCases(): boolean {
  const { capabilities } = useSession();
  return capabilities.includes("cases.read") || capabilities.includes("cases.read_own");
}

/** The list is sorted by deadline, so its first is the nearest. */
function describeUrgency({ counts, items }: CaseList, overdueHref: string): ReactNode {
  const [nearest] = items;
  if (!nearest) return "nothing waits for a person";
  const deadline = <Time iso={nearest.deadline_at} display="relative" />;
  if (counts.overdue === 0) return <span>nearest deadline {deadline}</span>;
  return (
    <span>
      <IntentLink href={overdueHref} className="text-danger underline underline-offset-2">
        {formatCount(counts.overdue)} overdue
      </IntentLink>
      , the first {deadline}
    </span>
  );
}
