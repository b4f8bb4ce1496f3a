"use client";

import type { useInfiniteQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { createSerializer } from "nuqs";
import { useRef } from "react";
import { formatCount } from "@/components/charts/prepare-format";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { focusedRowLink, ListKeys } from "@/components/ui/list-keys";
import { type PageKey, usePageKeys } from "@/components/ui/page-keys";
import { SkeletonRows } from "@/components/ui/skeleton";
import { StaleNotice } from "@/components/ui/stale-notice";
import { describeError } from "@/lib/client/api-error";
import type { QuarantineItem } from "@/lib/contract/quarantine";
import { QuarantineRows } from "./quarantine-list";
import { isNarrowed, QUARANTINE_PARAMS, type QuarantineParams } from "./quarantine-params";
import { type Chosen, NOTHING, toggled, toggledAll } from "./selection";

const searchOf = createSerializer(QUARANTINE_PARAMS);

type ListingProps = {
  params: QuarantineParams;
  list: Pick<
    ReturnType<typeof useInfiniteQuery>,
    "isPending" | "isFetching" | "hasNextPage" | "isFetchingNextPage"
  > & { error: Error | null; refetch: () => unknown; fetchNextPage: () => unknown };
  items: readonly QuarantineItem[];
  total: number | undefined;
  chosen: Chosen;
  setChosen: (chosen: Chosen) => void;
  selectable: boolean;
  onMend: () => void;
  onClear: () => void;
};

/** The list with its keys, or what stands in its place. */
export function Listing({
  params,
  list,
  items,
  total,
  chosen,
  setChosen,
  selectable,
  onMend,
  onClear,
}: ListingProps) {
  const root = useRef<HTMLDivElement>(null);
  const ids = items.map(({ quarantine_id }) => quarantine_id);
  const toggle = (id: number) => setChosen(toggled(chosen, id));
  const keys: PageKey[] = [
    {
      keys: "x",
      label: "Select the row, or not",
      run: () => {
        const id = Number(focusedRowLink(root.current)?.dataset.item);
        if (id > 0) toggle(id);
      },
    },
    {
      keys: "a",
      label: "Select all that match",
      run: () => setChosen({ ids: new Set(ids), matching: true }),
    },
    { keys: "m", label: "Mend the selected and send them again", run: onMend },
  ];
  if (chosen.ids.size > 0)
    keys.push({ keys: "Escape", shown: "Esc", label: "Select nothing", run: () => setChosen(NOTHING) });
  usePageKeys(selectable ? keys : []);
  const { error } = list;
  if (list.isPending) return <SkeletonRows rows={10} label="Loading the quarantine" />;
  if (error && items.length === 0)
    return (
      <ErrorState {...describeError(error)} onRetry={() => void list.refetch()} retrying={list.isFetching} />
    );
  if (items.length === 0) return <Nothing params={params} onClear={onClear} />;
  return (
    <div ref={root}>
      {error && <StaleNotice what="This list is" message={describeError(error).message} />}
      <p role="status" className="pb-1 text-muted text-sm">
        {total !== undefined && `${formatCount(total)} ${total === 1 ? "item" : "items"}`}
      </p>
      <ListKeys>
        <QuarantineRows
          items={items}
          open={params.item}
          hrefOf={(id) => searchOf({ ...params, item: id })}
          chosen={chosen}
          onToggle={selectable ? toggle : undefined}
          onToggleAll={() => setChosen(toggledAll(chosen, ids))}
        />
      </ListKeys>
      {list.hasNextPage && (
        <div className="pt-3">
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </div>
  );
}

function Nothing({ params, onClear }: { params: QuarantineParams; onClear: () => void }) {
  if (isNarrowed(params))
    return (
      <EmptyState
        title="No item matches these filters"
        text="There may be others outside them."
        action={<Button onClick={onClear}>Clear the filters</Button>}
      />
    );
  if (params.state !== "open")
    return (
      <EmptyState title="Nothing here yet" text="What is sent again or dismissed stands here afterwards." />
    );
  return (
    <EmptyState
      icon={<ShieldCheck aria-hidden />}
      title="Nothing waits in quarantine"
      text="Whatever a producer sends that cannot be stored is kept here with its reason, to be mended and sent again. Everything that came in was taken."
    />
  );
}
