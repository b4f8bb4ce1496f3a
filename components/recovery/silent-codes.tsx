"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Ear } from "lucide-react";
import { formatCount } from "@/components/charts/prepare-format";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { SkeletonRows } from "@/components/ui/skeleton";
import { StaleNotice } from "@/components/ui/stale-notice";
import { Table, TableBody, TableHead, Th } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { SILENCE_STATES, type SilenceState } from "@/domain/silence-states";
import { describeError } from "@/lib/client/api-error";
import { useFilters } from "@/lib/client/filters";
import { silencesQuery } from "@/lib/client/silences";
import type { SilenceItem } from "@/lib/contract/silences";
import { SilenceRow } from "./silence-row";

/** Codes that have gone silent by their own rhythm: those that hide first, what is known to be well last. */
export function SilentCodes() {
  const [filters] = useFilters();
  const query = useInfiniteQuery(silencesQuery(filters));
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  if (!data && error)
    return <ErrorState {...describeError(error)} onRetry={() => void refetch()} retrying={isFetching} />;
  if (!data) return <SkeletonRows rows={6} label="Loading silent codes" />;
  const items = data.pages.flatMap((page) => page.items).sort(byState);
  const judged_at = data.pages[0]?.judged_at ?? null;
  return (
    <>
      {error && <StaleNotice what="These codes are" message={describeError(error).message} />}
      <p className="max-w-prose pb-3 text-muted text-sm">
        A code is silent when more of its own week has passed without it than chance explains, by hour of the
        week: nights and weekends count for nothing where it never came then.{" "}
        {judged_at === null ? (
          "Nothing has been judged yet."
        ) : (
          <>
            Judged <Time iso={judged_at} display="relative" past />.
          </>
        )}
      </p>
      {items.length === 0 ? (
        <EmptyState
          icon={<Ear aria-hidden />}
          title="No code has gone silent"
          text="A rhythm is known after two weeks and a dozen hours with failures. Report calls, so that a fixed code can be told from a tool that nobody calls."
        />
      ) : (
        <Table caption="Codes that have gone silent" focusable className="max-lg:scroll-hint">
          <TableHead>
            <Th>State</Th>
            <Th>Code and tool</Th>
            <Th>Silent since</Th>
            <Th>Release</Th>
            <Th>What is known</Th>
          </TableHead>
          <TableBody>
            {items.map((item) => (
              <SilenceRow key={item.silence_id} item={item} />
            ))}
          </TableBody>
        </Table>
      )}
      {hasNextPage && (
        <Button className="mt-3" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older silences
        </Button>
      )}
      <p className="sr-only" role="status">
        {formatCount(items.length)} shown
      </p>
    </>
  );
}

const place = (state: SilenceState) => SILENCE_STATES.indexOf(state);
const byState = (one: SilenceItem, other: SilenceItem) =>
  Number(one.retired_at !== null) - Number(other.retired_at !== null) ||
  place(one.state) - place(other.state) ||
  Date.parse(other.since) - Date.parse(one.since);
