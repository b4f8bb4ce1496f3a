"use client";

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { createSerializer, useQueryStates } from "nuqs";
import { useRef, useState } from "react";
import { formatCount } from "@/components/charts/prepare-format";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { focusedRowLink, ListKeys } from "@/components/ui/list-keys";
import { type PageKey, usePageKeys } from "@/components/ui/page-keys";
import { SkeletonRows } from "@/components/ui/skeleton";
import { StaleNotice } from "@/components/ui/stale-notice";
import { toast } from "@/components/ui/toast";
import { describeError } from "@/lib/client/api-error";
import { quarantinedQuery, quarantineQuery, reopenQuarantined } from "@/lib/client/quarantine";
import { useMay } from "@/lib/client/session";
import type { QuarantineItem } from "@/lib/contract/quarantine";
import { ChosenBar } from "./chosen-bar";
import { DismissDialog } from "./dismiss-dialog";
import { MendDialog } from "./mend-dialog";
import { QuarantineDetail } from "./quarantine-detail";
import { QuarantineFilter } from "./quarantine-filter";
import { QuarantineRows } from "./quarantine-list";
import {
  askedOf,
  choiceOfFilter,
  isNarrowed,
  NO_FILTERS,
  QUARANTINE_PARAMS,
  type QuarantineParams,
} from "./quarantine-params";
import { suggestedSteps } from "./reason-words";
import { ReplayDialog } from "./replay-dialog";
import { ReplayHistory } from "./replay-history";
import { type Chosen, NOTHING, toggled, toggledAll } from "./selection";

const searchOf = createSerializer(QUARANTINE_PARAMS);

type Act = { kind: "mend" | "dismiss"; chosen: Chosen };

/** What was rejected at the doors: found by filter, looked at, mended and sent again, or dismissed. */
export function Quarantine() {
  const [params, setParams] = useQueryStates(QUARANTINE_PARAMS, { history: "push" });
  const queries = useQueryClient();
  const mayManage = useMay("quarantine.manage");
  const list = useInfiniteQuery(quarantineQuery(askedOf(params)));
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const [first] = list.data?.pages ?? [];
  const [chosen, setChosen] = useState<Chosen>(NOTHING);
  const [act, setAct] = useState<Act | null>(null);
  const refresh = () => {
    setChosen(NOTHING);
    void queries.invalidateQueries({ queryKey: ["quarantine"] });
    void queries.invalidateQueries({ queryKey: ["replays", "list"] });
  };
  const change = (next: Parameters<typeof setParams>[0]) => {
    setChosen(NOTHING);
    void setParams(next);
  };
  const opened = params.item;
  const total = first?.total ?? undefined;
  // "All that match" means what a write would find: open items.
  const matchable = params.state === "open" ? total : undefined;
  const count = chosen.matching ? (matchable ?? chosen.ids.size) : chosen.ids.size;
  const selectable = mayManage && params.state === "open";
  const choose = (of: Chosen) => (of.matching ? choiceOfFilter(params) : { ids: [...of.ids] });
  return (
    <>
      <div className={opened === null ? "" : "max-lg:hidden"}>
        <QuarantineFilter params={params} facets={first?.facets ?? undefined} onChange={change}>
          <ReplayHistory onOpen={(replay) => void setParams({ replay })} />
        </QuarantineFilter>
      </div>
      <div className={opened === null ? "" : "grid gap-6 lg:grid-cols-[minmax(0,1fr)_28rem]"}>
        <div className={opened === null ? "min-w-0" : "min-w-0 max-lg:hidden"}>
          <Listing
            params={params}
            list={list}
            items={items}
            total={total}
            chosen={chosen}
            setChosen={setChosen}
            selectable={selectable}
            onMend={() => count > 0 && setAct({ kind: "mend", chosen })}
            onClear={() => change(NO_FILTERS)}
          />
          {selectable && count > 0 && (
            <ChosenBar
              count={count}
              matching={chosen.matching}
              total={matchable}
              onMatching={() => setChosen({ ids: chosen.ids, matching: true })}
              onMend={() => setAct({ kind: "mend", chosen })}
              onDismiss={() => setAct({ kind: "dismiss", chosen })}
              onClear={() => setChosen(NOTHING)}
            />
          )}
        </div>
        {opened !== null && (
          <Opened
            id={opened}
            listed={items.find(({ quarantine_id }) => quarantine_id === opened)}
            mayManage={mayManage}
            onClose={() => void setParams({ item: null })}
            onAct={(kind) => setAct({ kind, chosen: { ids: new Set([opened]), matching: false } })}
            onChanged={refresh}
          />
        )}
      </div>
      {act?.kind === "mend" && (
        <MendDialog
          choose={choose(act.chosen)}
          suggested={suggestionFor(items, act.chosen, params)}
          onClose={() => setAct(null)}
          onFrozen={({ replay_id }) => {
            setAct(null);
            void setParams({ replay: replay_id });
          }}
        />
      )}
      {act?.kind === "dismiss" && (
        <DismissDialog
          choose={choose(act.chosen)}
          count={act.chosen.matching ? count : act.chosen.ids.size}
          onClose={() => setAct(null)}
          onDone={() => {
            setAct(null);
            refresh();
          }}
        />
      )}
      {params.replay !== null && (
        <ReplayDialog
          replay_id={params.replay}
          onChanged={refresh}
          onClose={() => void setParams({ replay: null })}
        />
      )}
    </>
  );
}

/** The steps that the chosen most likely need, where all that are listed of them have one reason. */
function suggestionFor(items: readonly QuarantineItem[], chosen: Chosen, params: QuarantineParams) {
  const meant = chosen.matching ? items : items.filter(({ quarantine_id }) => chosen.ids.has(quarantine_id));
  const [one] = meant;
  if (one === undefined) return [];
  const alike =
    params.reason !== null ||
    meant.every(({ reason, field }) => reason === one.reason && field === one.field);
  return alike ? suggestedSteps(one) : [];
}

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

function Listing({
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

type OpenedProps = {
  id: number;
  listed: QuarantineItem | undefined;
  mayManage: boolean;
  onClose: () => void;
  onAct: (kind: Act["kind"]) => void;
  onChanged: () => void;
};

function Opened({ id, listed, mayManage, onClose, onAct, onChanged }: OpenedProps) {
  usePageKeys([{ keys: "Escape", shown: "Esc", label: "Back to the list", run: onClose }]);
  const one = useQuery({ ...quarantinedQuery(id), enabled: listed === undefined });
  const item = listed ?? one.data;
  const reopen = useMutation({
    mutationFn: () => reopenQuarantined({ ids: [id] }),
    onSuccess: onChanged,
    onError: (error) =>
      toast({
        title: "It could not be opened again",
        description: describeError(error).message,
        tone: "danger",
      }),
  });
  return (
    <div className="min-w-0 lg:sticky lg:top-[calc(var(--header-height)+1rem)] lg:max-h-[calc(100dvh-var(--header-height)-2rem)] lg:self-start lg:overflow-y-auto lg:border-l lg:pl-6">
      {item !== undefined ? (
        <QuarantineDetail
          item={item}
          mayManage={mayManage}
          onClose={onClose}
          onMend={() => onAct("mend")}
          onDismiss={() => onAct("dismiss")}
          onReopen={() => reopen.mutate()}
        />
      ) : one.error ? (
        <ErrorState {...describeError(one.error)} onRetry={() => void one.refetch()} />
      ) : (
        <SkeletonRows label="Loading the item" />
      )}
    </div>
  );
}
