"use client";

import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import type { KeyboardEvent } from "react";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { SkeletonRows } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { describeError } from "@/lib/client/api-error";
import { noticesQuery, readNotices } from "@/lib/client/notices";
import type { ReadNoticesBody } from "@/lib/contract/notices";
import { NoticeRow } from "./notice-row";

function useRead() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (which: ReadNoticesBody) => readNotices(which),
    onSettled: () => queries.invalidateQueries({ queryKey: ["notices"] }),
    onError: (error) => toast({ title: describeError(error).message, tone: "danger" }),
  });
}

/** The newest first; opening one marks it as read. */
export function NoticesList({ onOpened }: { onOpened: () => void }) {
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(noticesQuery());
  const read = useRead();
  if (error && !data) {
    return <ErrorState {...describeError(error)} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  if (!data) return <SkeletonRows rows={4} label="Loading notices" />;
  const items = data.pages.flatMap((page) => page.items);
  const unread = data.pages[0]?.unread ?? 0;
  const newest = items[0]?.notice_id;
  if (items.length === 0) {
    return (
      <p className="text-muted">
        Nothing yet. You are told about cases that are assigned to you, that you watch, or that you reported.
      </p>
    );
  }
  return (
    <>
      <ul className="-mx-2 max-h-[60dvh] overflow-y-auto" onKeyDown={moveWithArrows}>
        {items.map((notice) => (
          <NoticeRow
            key={notice.notice_id}
            notice={notice}
            onOpen={() => {
              if (notice.read_at === null) read.mutate({ notice_ids: [notice.notice_id] });
              onOpened();
            }}
          />
        ))}
      </ul>
      <div className="flex flex-wrap gap-2 empty:hidden">
        {unread > 0 && newest !== undefined && (
          <Button size="sm" busy={read.isPending} onClick={() => read.mutate({ all: true, up_to: newest })}>
            Mark all as read
          </Button>
        )}
        {hasNextPage && (
          <Button size="sm" variant="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show older
          </Button>
        )}
      </div>
    </>
  );
}

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };

function moveWithArrows(event: KeyboardEvent<HTMLUListElement>): void {
  const step = STEPS[event.key];
  if (step === undefined) return;
  const links = [...event.currentTarget.querySelectorAll("a")];
  const focused = document.activeElement;
  const here = focused instanceof HTMLAnchorElement ? links.indexOf(focused) : -1;
  event.preventDefault();
  links[here + step]?.focus();
}
