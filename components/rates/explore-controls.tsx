"use client";

import { Select } from "@/components/ui/input";
import { Segmented } from "@/components/ui/segmented";
import { GROUPINGS } from "@/domain/rate-rows";
import { type ExploreState, SHOWS, TOPS } from "@/lib/client/explore-params";
import { NOUNS, SHOW_WORDS } from "./explore-words";
import type { SetExplore } from "./use-explore-keys";

const BY = GROUPINGS.map((value) => ({ value, label: `By ${NOUNS[value]}` }));
const SHOW = SHOWS.map((value) => ({ value, label: SHOW_WORDS[value] }));
const TOP = TOPS.map((value) => ({ value: String(value), label: `First ${value}` }));

/** By what, how, how many, against what. */
export function ExploreControls({ state, setState }: { state: ExploreState; setState: SetExplore }) {
  return (
    <>
      <Select
        aria-label="Group by"
        className="w-40"
        value={state.by}
        options={BY}
        onChange={({ target }) =>
          setState({ by: GROUPINGS.find((each) => each === target.value) ?? "class" })
        }
      />
      <div className="max-w-full overflow-x-auto">
        <Segmented label="Draw" value={state.show} onChange={(show) => setState({ show })} options={SHOW} />
      </div>
      {state.by !== "class" && (
        <Select
          aria-label="How many by themselves"
          className="w-28"
          value={String(state.top)}
          options={TOP}
          onChange={({ target }) =>
            setState({ top: TOPS.find((each) => String(each) === target.value) ?? 8 })
          }
        />
      )}
      <label className="inline-flex h-8 items-center gap-2 px-1 text-sm">
        <input
          type="checkbox"
          checked={state.compare}
          disabled={state.show === "rate"}
          onChange={({ target }) => setState({ compare: target.checked })}
          className="size-4 accent-accent"
        />
        Compare with the period before
      </label>
    </>
  );
}
