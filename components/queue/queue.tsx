"use client";

import { hashKey, useInfiniteQuery } from "@tanstack/react-query";
import { usePathname, useSearchParams } from "next/navigation";
import { useQueryStates } from "nuqs";
import { type ReactNode, useEffect } from "react";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { PageHeader } from "@/components/ui/page-header";
import { usePageKeys } from "@/components/ui/page-keys";
import { TabPanel } from "@/components/ui/tabs";
import { useLive } from "@/lib/client/live";
import { useMay } from "@/lib/client/session";
import { BulkActionsMenu } from "./bulk-actions-menu";
import { rememberList } from "./list-place";
import { QueueFilter } from "./queue-filter";
import { QueueList } from "./queue-list";
import { QUEUE_PARAMS, type QueueParams } from "./queue-params";
import { countsOf, queueQuery } from "./queue-query";
import { QueueTabs } from "./queue-tabs";
import { useTakeNext } from "./use-take-next";

/** The exception queue: views as tabs, most urgent first. Others' moves appear at once. */
export function Queue({ views }: { views: ReactNode }) {
  const [params, setParams] = useQueryStates(QUEUE_PARAMS, { history: "push" });
  const all = useMay("cases.read");
  const mayWork = useMay("cases.work");
  useLive();
  useRememberedList();
  const { data } = useInfiniteQuery({
    ...queueQuery(params),
    // While another view of the same filters is being read, the counts of the last one still hold.
    placeholderData: (before, query) => (isSameFilter(query?.queryKey.at(2), params) ? before : undefined),
  });
  return (
    <>
      <PageHeader
        title="Queue"
        description={
          all
            ? "Effects nobody knows yet: one row per intended effect, the most urgent first."
            : "The cases you opened. You see here when each is settled."
        }
        actions={
          mayWork && (
            <>
              <BulkActionsMenu />
              <TakeNext filter={params} />
            </>
          )
        }
      />
      <QueueTabs view={params.view} counts={countsOf(data)} onChange={(view) => void setParams({ view })}>
        <TabPanel value={params.view}>
          <QueueFilter params={params} onChange={(change) => void setParams(change)}>
            {views}
          </QueueFilter>
          <QueueList key={JSON.stringify(params)} params={params} />
        </TabPanel>
      </QueueTabs>
    </>
  );
}

function isSameFilter(before: unknown, params: QueueParams): boolean {
  if (typeof before !== "object" || before === null || !("view" in before)) return false;
  return hashKey([before]) === hashKey([{ ...params, view: before.view }]);
}

function TakeNext({ filter }: { filter: QueueParams }) {
  const { take, isPending } = useTakeNext(filter);
  usePageKeys([{ keys: "n", label: "Take the next unclaimed case", run: take }]);
  return (
    <Button variant="primary" busy={isPending} onClick={take}>
      Take the next
      <Kbd>n</Kbd>
    </Button>
  );
}

function useRememberedList(): void {
  const href = `${usePathname()}?${useSearchParams()}`;
  useEffect(() => rememberList(href), [href]);
}
