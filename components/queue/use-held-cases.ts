"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CaseItem } from "@/lib/contract/cases";
import { holdRows } from "./hold-rows";
import type { QueueParams } from "./queue-params";
import { queueQuery } from "./queue-query";

const MORE_TRIES = 3;

/**
 * The cases of a view as they are being read: renewed in place, never moved. `reveal` takes in what has come and lets
 * go of what has left; `renew` does so with the next reading, after one's own doing. Mount anew for other params.
 */
export function useHeldCases(params: QueueParams) {
  const query = useInfiniteQuery(queueQuery(params));
  const fresh = query.data?.pages.flatMap((page) => page.items);
  const [shown, setShown] = useState<readonly CaseItem[] | null>(null);
  // Who comes back to a list from before has not read it yet: the first new reading may still move it.
  const [renewAfter, setRenewAfter] = useState(query.isStale && fresh ? query.dataUpdatedAt : null);
  if (renewAfter !== null && query.dataUpdatedAt > renewAfter) {
    setRenewAfter(null);
    setShown(fresh ?? []);
  }
  // An empty list is not being read: what comes first may simply appear.
  if (fresh !== undefined && (shown === null || (shown.length === 0 && fresh.length > 0))) setShown(fresh);

  const more = async () => {
    const known = query.data?.pages.length ?? 0;
    let { data } = await query.fetchNextPage();
    // News that come meanwhile have the list read anew and the next page given up; the wish for it stays.
    for (let tries = 1; tries < MORE_TRIES && data && data.pages.length === known; tries++) {
      ({ data } = await query.fetchNextPage());
    }
    if (!data || data.pages.length === known) return;
    const next = data.pages.at(-1)?.items ?? [];
    setShown((rows) => {
      const drawn = new Set(rows?.map((row) => row.case_id));
      return [...(rows ?? []), ...next.filter((row) => !drawn.has(row.case_id))];
    });
  };
  const renew = () => {
    setRenewAfter(query.dataUpdatedAt);
    void query.refetch();
  };
  return {
    ...holdRows(shown ?? fresh ?? [], fresh ?? [], query.hasNextPage),
    query,
    more,
    reveal: () => setShown(fresh ?? []),
    renew,
  };
}
