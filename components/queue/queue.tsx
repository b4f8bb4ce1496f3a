"use client";

import { hashKey, useInfiniteQuery } from "@tanstack/react-query";
import { usePathname, useSearchParams } from "next/navigation";
import { useQueryStates } from "nuqs";
import { useEffect } from "react";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { PageHeader } from "@/components/ui/page-header";
import { usePageKeys } from "@/components/ui/page-keys";
import { TabPanel, Tabs } from "@/components/ui/tabs";
import { casesQuery } from "@/lib/client/cases";
import { QUEUE_VIEW_LABELS, queueViewsFor } from "@/lib/client/queue-views";
import { useMay, useSession } from "@/lib/client/session";
import { rememberList } from "./list-place";
import { QueueFilter } from "./queue-filter";
import { QueueList } from "./queue-list";
import { QUEUE_PARAMS, type QueueParams } from "./queue-params";
import { useTakeNext } from "./use-take-next";

/** The exception queue: views as tabs, most urgent first. */
export function Queue() {
  const [params, setParams] = useQueryStates(QUEUE_PARAMS, { history: "push" });
  const all = useMay("cases.read");
  const mayWork = useMay("cases.work");
  useRememberedList();
  const views = queueViewsFor(useSession().capabilities);
  const { view, ...filters } = params;
  // While another view of the same filters is being read, the counts of the last one still hold.
  const { data } = useInfiniteQuery({
    ...casesQuery(params),
    placeholderData: (before, query) => (isSameFilter(query?.queryKey.at(2), filters) ? before : undefined),
  });
  const counts = data?.pages[0]?.counts;
  return (
    <>
      <PageHeader
        title="Queue"
        description={
          all
            ? "Effects nobody knows yet: one row per intended effect, the most urgent first."
            : "The cases you opened. You see here when each is settled."
        }
        actions={mayWork && <TakeNext filter={filters} />}
      />
      <Tabs
        label="Views"
        value={view}
        onChange={(next) => void setParams({ view: next })}
        tabs={views.map((value) => ({ value, label: QUEUE_VIEW_LABELS[value], count: counts?.[value] }))}
      >
        <TabPanel value={view}>
          <QueueFilter tool={params.tool} onChange={(tool) => void setParams({ tool })} />
          <QueueList key={JSON.stringify(params)} params={params} />
        </TabPanel>
      </Tabs>
    </>
  );
}

function isSameFilter(before: unknown, filters: Omit<QueueParams, "view">): boolean {
  if (typeof before !== "object" || before === null || !("view" in before)) return false;
  return hashKey([before]) === hashKey([{ ...filters, view: before.view }]);
}

function TakeNext({ filter }: { filter: Parameters<typeof useTakeNext>[0] }) {
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
