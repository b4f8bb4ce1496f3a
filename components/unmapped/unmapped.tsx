"use client";

import { useQuery } from "@tanstack/react-query";
import { usePathname, useSearchParams } from "next/navigation";
import { useQueryStates } from "nuqs";
import { ErrorState } from "@/components/ui/error-state";
import { Outdated } from "@/components/ui/outdated";
import { usePageKeys } from "@/components/ui/page-keys";
import { StaleNotice } from "@/components/ui/stale-notice";
import { describeError } from "@/lib/client/api-error";
import { useFilters } from "@/lib/client/filters";
import { describeRange } from "@/lib/client/time-range";
import { SHARE_GROUPINGS, UNMAPPED_PARAMS, worklistQuery } from "@/lib/client/unmapped";
import { BurnDownSection } from "./burn-down-section";
import { GroupDialog } from "./group-dialog";
import { ShareSection } from "./share-section";
import { UnmappedSkeleton } from "./unmapped-skeleton";
import { WorklistSection } from "./worklist-section";

/** The share falling, and what to do so that it falls further. `target`: 0 to 1. */
export function Unmapped({ target }: { target: number }) {
  const [filters, setFilters] = useFilters();
  const [{ by, group }, setView] = useQueryStates(UNMAPPED_PARAMS, { history: "push" });
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery(worklistQuery(filters));
  const hrefOf = useGroupHref();
  const next = SHARE_GROUPINGS[(SHARE_GROUPINGS.indexOf(by) + 1) % SHARE_GROUPINGS.length];
  usePageKeys([
    {
      keys: "b",
      label: "Share by the next of all, service, tool, release",
      run: () => void setView({ by: next ?? "all" }),
    },
  ]);
  if (!data && error)
    return <ErrorState {...describeError(error)} onRetry={() => void refetch()} retrying={isFetching} />;
  if (!data) return <UnmappedSkeleton />;
  const open = [...data.items, ...data.mapped].find(({ group_id }) => group_id === group);
  return (
    <>
      {error && <StaleNotice what="This worklist is" message={describeError(error).message} />}
      <div className="grid gap-x-8 xl:grid-cols-2">
        <ShareSection
          by={by}
          onBy={(one) => void setView({ by: one })}
          filters={filters}
          target={target}
          onRange={(from, to) => void setFilters({ from, to })}
        />
        <BurnDownSection filters={filters} />
      </div>
      <Outdated when={isPlaceholderData} label={describeRange(filters)}>
        <WorklistSection worklist={data} hrefOf={hrefOf} />
      </Outdated>
      {open && (
        <GroupDialog
          key={open.group_id}
          group={open}
          showsFrames={data.shows_frames}
          onClose={() => void setView({ group: null }, { history: "replace" })}
        />
      )}
    </>
  );
}

/** This page with a group open, all else as it is. */
function useGroupHref(): (group_id: string) => string {
  const path = usePathname();
  const search = useSearchParams();
  return (group_id) => {
    const next = new URLSearchParams(search);
    next.set("group", group_id);
    return `${path}?${next}`;
  };
}
