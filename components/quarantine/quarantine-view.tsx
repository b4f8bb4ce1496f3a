"use client";

import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useCallback, useState } from "react";
import { quarantineQuery } from "@/lib/client/quarantine";
import { useMay } from "@/lib/client/session";
import { type Act, ActDialog } from "./act-dialog";
import { ChosenBar } from "./chosen-bar";
import { QuarantineFilter } from "./quarantine-filter";
import { Listing } from "./quarantine-listing";
import { Opened } from "./quarantine-opened";
import { askedOf, NO_FILTERS, QUARANTINE_PARAMS } from "./quarantine-params";
import { ReplayDialog } from "./replay-dialog";
import { ReplayHistory } from "./replay-history";
import { type Chosen, NOTHING } from "./selection";

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
  const refresh = useCallback(() => {
    setChosen(NOTHING);
    void queries.invalidateQueries({ queryKey: ["quarantine"] });
    void queries.invalidateQueries({ queryKey: ["replays", "list"] });
  }, [queries]);
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
  const begin = (kind: Act["kind"], of: Chosen = chosen, many = count) => {
    if (many > 0) setAct({ kind, chosen: of, count: many });
  };
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
            onMend={() => begin("mend")}
            onClear={() => change(NO_FILTERS)}
          />
          {selectable && count > 0 && (
            <ChosenBar
              count={count}
              matching={chosen.matching}
              total={matchable}
              onMatching={() => setChosen({ ids: chosen.ids, matching: true })}
              onMend={() => begin("mend")}
              onDismiss={() => begin("dismiss")}
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
            onAct={(kind) => begin(kind, { ids: new Set([opened]), matching: false }, 1)}
            onChanged={refresh}
          />
        )}
      </div>
      {act !== null && (
        <ActDialog
          act={act}
          params={params}
          items={items}
          onClose={() => setAct(null)}
          onFrozen={({ replay_id }) => {
            setAct(null);
            void setParams({ replay: replay_id });
          }}
          onDismissed={() => {
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
