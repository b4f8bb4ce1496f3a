"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { SkeletonRows } from "@/components/ui/skeleton";
import { StaleNotice } from "@/components/ui/stale-notice";
import { alertHistoryQuery, type HistoryView } from "@/lib/client/alerts";
import { describeError } from "@/lib/client/api-error";
import { HistoryTable } from "./history-table";

type HistoryListProps = { alert: string | null; show: HistoryView; ofOne?: boolean };

/** The history of all alerts or one, page by page. */
export function HistoryList({ alert, show, ofOne = false }: HistoryListProps) {
  const query = useInfiniteQuery(alertHistoryQuery({ alert, show }));
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  if (!data && error)
    return <ErrorState {...describeError(error)} onRetry={() => void refetch()} retrying={isFetching} />;
  if (!data) return <SkeletonRows rows={6} label="Loading the history" />;
  const changes = data.pages.flatMap((page) => page.items);
  return (
    <>
      {error && <StaleNotice what="This history is" message={describeError(error).message} />}
      {changes.length === 0 ? (
        <EmptyState
          title={NONE_WORDS[show]}
          text="What alerts measure and what people do to them is kept here."
        />
      ) : (
        <HistoryTable changes={changes} ofOne={ofOne} />
      )}
      {hasNextPage && (
        <Button className="mt-3" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older
        </Button>
      )}
    </>
  );
}

const NONE_WORDS: Readonly<Record<HistoryView, string>> = {
  all: "Nothing has happened yet",
  firings: "Nothing has fired yet",
  states: "Nothing has been measured yet",
  people: "Nobody has done anything yet",
};
