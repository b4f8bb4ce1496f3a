"use client";

import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { formatCount } from "@/components/charts/prepare-format";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { Tabs } from "@/components/ui/tabs";
import {
  BAR_VIEWS,
  countOf,
  QUEUE_VIEW_LABELS,
  type QueueView,
  queueViewsFor,
} from "@/lib/client/queue-views";
import { useSession } from "@/lib/client/session";
import type { CaseCounts } from "@/lib/contract/cases";

type QueueTabsProps = {
  view: QueueView;
  /** Undefined until they are read */
  counts: CaseCounts | undefined;
  onChange: (view: QueueView) => void;
  /** The panel of the view */
  children: ReactNode;
};

/** The views in daily use as tabs, the others in a menu behind them; each is counted wherever it stands. */
export function QueueTabs({ view, counts, onChange, children }: QueueTabsProps) {
  const views = queueViewsFor(useSession().capabilities);
  const inBar = views.filter((each) => BAR_VIEWS.includes(each) || each === view);
  const others = views.filter((each) => !BAR_VIEWS.includes(each));
  return (
    <Tabs
      label="Views"
      value={view}
      onChange={onChange}
      tabs={inBar.map((value) => ({
        value,
        label: QUEUE_VIEW_LABELS[value],
        count: counts && <ViewCount view={value} counts={counts} />,
      }))}
      after={<MoreViews views={others} counts={counts} onChange={onChange} />}
    >
      {children}
    </Tabs>
  );
}

function ViewCount({ view, counts }: { view: QueueView; counts: CaseCounts }) {
  const count = countOf(view, counts);
  if (view === "overdue" && count > 0) {
    return <span className="font-medium text-danger">{formatCount(count)}</span>;
  }
  return (
    <>
      {formatCount(count)}
      {view === "open" && counts.snoozed > 0 && ` · ${formatCount(counts.snoozed)} asleep`}
    </>
  );
}

type MoreViewsProps = Pick<QueueTabsProps, "counts" | "onChange"> & { views: readonly QueueView[] };

/** Where somebody is waited for says so without being opened. */
const WAITING = ["escalated", "undelivered"] as const;

function MoreViews({ views, counts, onChange }: MoreViewsProps) {
  const waiting = WAITING.filter((view) => counts !== undefined && counts[view] > 0);
  return (
    <Menu
      align="end"
      trigger={
        <Button variant="quiet" size="sm" className="-mr-2">
          More
          {counts && waiting.length > 0 && (
            <span className="font-normal text-faint text-xs max-md:sr-only">
              {waiting.map((view) => `${formatCount(counts[view])} ${view}`).join(" · ")}
            </span>
          )}
          <ChevronDown aria-hidden className="text-faint" />
        </Button>
      }
    >
      {views.map((view) => (
        <MenuItem key={view} onSelect={() => onChange(view)}>
          <span className="flex items-baseline justify-between gap-6">
            {QUEUE_VIEW_LABELS[view]}
            <span className="text-muted text-xs">{counts && formatCount(countOf(view, counts))}</span>
          </span>
        </MenuItem>
      ))}
    </Menu>
  );
}
