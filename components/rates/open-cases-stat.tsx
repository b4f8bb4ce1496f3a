"use client";

import { useQuery } from "@tanstack/react-query";
import { formatCount } from "@/components/charts/prepare-format";
import { Skeleton } from "@/components/ui/skeleton";
import { Stat } from "@/components/ui/stat";
import { Time, useNow } from "@/components/ui/time";
import { searchString } from "@/lib/client/fetcher";
import type { Filters } from "@/lib/client/filter-params";
import { openCasesQuery } from "@/lib/client/open-cases";
import { useSession } from "@/lib/client/session";

/** How many cases wait for a person, and how long the most urgent one can. */
export function OpenCasesStat({ filters }: { filters: Filters }) {
  const mayRead = useMayReadCases();
  const { data, isError } = useQuery({ ...openCasesQuery(filters), enabled: mayRead });
  const now = useNow();
  if (!mayRead) return null;
  if (isError) return <Stat label="Open cases" value={null} detail="Could not be loaded" />;
  if (!data) return <Stat label="Open cases" value={<Skeleton className="my-1 h-6 w-12" />} />;
  const deadline = data.items.map((each) => each.deadline_at).reduce(earlier, null);
  const overdue = deadline !== null && Date.parse(deadline) < now;
  const { service, environment } = filters;
  return (
    <Stat
      label="Open cases"
      value={
        data.counts?.open === undefined && data.next_cursor !== null
          ? `${formatCount(data.items.length)}+`
          : formatCount(data.counts?.open ?? data.items.length)
      }
      href={`/queue${searchString({ view: "open", service, environment })}`}
      tone={overdue ? "danger" : "neutral"}
      detail={
        deadline === null ? (
          "no deadline"
        ) : (
          <span>
            {overdue ? "the nearest deadline passed " : "nearest deadline "}
            <Time iso={deadline} display="relative" />
          </span>
        )
      }
    />
  );
}

/** Whether this person sees cases at all: the whole queue, or the ones they opened. */
export function useMayReadCases(): boolean {
  const { capabilities } = useSession();
  return capabilities.includes("cases.read") || capabilities.includes("cases.read_own");
}

function earlier(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return Date.parse(one) <= Date.parse(other) ? one : other;
}
