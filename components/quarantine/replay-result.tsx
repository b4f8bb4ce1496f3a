"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { formatCount } from "@/components/charts/prepare-format";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { Segmented } from "@/components/ui/segmented";
import { SkeletonRows } from "@/components/ui/skeleton";
import { Table, TableBody, TableHead, Td, Th, Tr } from "@/components/ui/table";
import { REPLAY_OUTCOMES, type ReplayOutcome } from "@/domain/replay";
import { describeError } from "@/lib/client/api-error";
import { replayItemsQuery } from "@/lib/client/quarantine";
import { referenceHref } from "@/lib/client/reference-href";
import type { ReplayDetail, ReplayItem } from "@/lib/contract/replays";
import { outcomeWord } from "./outcome-words";
import { ReplayMeter } from "./replay-meter";

/** What came of it: the counts, why some stay in quarantine, and every one of them. */
export function ReplayResult({ of }: { of: ReplayDetail }) {
  const outcomes = REPLAY_OUTCOMES.filter((outcome) => of[outcome] > 0);
  const [shown, setShown] = useState<ReplayOutcome>(outcomes[0] ?? "accepted");
  return (
    <>
      <ReplayMeter of={of} />
      {of.state === "stopped" && (
        <p className="text-muted">It was stopped: what had not been sent by then stays open.</p>
      )}
      {of.not_stored.length > 0 && (
        <Table caption="Why some are not stored" showCaption>
          <TableHead>
            <Th numeric>Items</Th>
            <Th>Why</Th>
          </TableHead>
          <TableBody>
            {of.not_stored.map(({ outcome, code, message, count }) => (
              <Tr key={`${outcome} ${code}`}>
                <Td numeric>{formatCount(count)}</Td>
                <Td className="break-words">
                  <code className="text-xs">{code}</code> <span className="text-muted">{message}</span>
                </Td>
              </Tr>
            ))}
          </TableBody>
        </Table>
      )}
      <section aria-label="Every item of it" className="flex flex-col gap-2">
        {outcomes.length > 1 && (
          <div>
            <Segmented
              label="Outcome"
              value={shown}
              onChange={setShown}
              options={outcomes.map((value) => ({
                value,
                label: `${formatCount(of[value])} ${outcomeWord(value)}`,
              }))}
            />
          </div>
        )}
        <Items key={shown} replay_id={of.replay_id} outcome={shown} />
      </section>
    </>
  );
}

function Items({ replay_id, outcome }: { replay_id: string; outcome: ReplayOutcome }) {
  const query = useInfiniteQuery(replayItemsQuery(replay_id, { outcome }));
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  if (query.error && query.data === undefined)
    return <ErrorState {...describeError(query.error)} onRetry={() => void query.refetch()} />;
  if (query.data === undefined) return <SkeletonRows rows={3} label="Loading the items" />;
  return (
    <>
      <Table caption={`Items ${outcomeWord(outcome)}`} contained focusable>
        <TableHead>
          <Th>Item</Th>
          <Th>Was refused for</Th>
          <Th>What became of it</Th>
        </TableHead>
        <TableBody>
          {items.map((item) => (
            <Tr key={item.position}>
              <Td className="font-mono text-xs">
                <ItemLink item={item} />
              </Td>
              <Td className="max-w-40 truncate font-mono text-xs">{item.reason}</Td>
              <Td className="max-w-80 break-words text-muted text-xs">
                {item.message ?? item.event_id ?? outcomeWord(outcome)}
              </Td>
            </Tr>
          ))}
        </TableBody>
      </Table>
      {query.hasNextPage && (
        <div>
          <Button size="sm" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}

/** What was stored is found by its reference; what was not, where it still is. */
function ItemLink({ item }: { item: ReplayItem }) {
  const stored = item.outcome === "accepted" || item.outcome === "duplicate";
  if (stored && item.door === "events" && item.reference !== null)
    return (
      <Link className="text-accent hover:underline" href={referenceHref(item.reference, item.event_id)}>
        {item.reference}
      </Link>
    );
  return (
    <Link
      className="text-accent hover:underline"
      href={`/intake/quarantine?state=all&item=${item.quarantine_id}`}
    >
      {item.reference ?? `Item ${item.quarantine_id}`}
    </Link>
  );
}
