"use client";

import { usePageKeys } from "@/components/ui/page-keys";
import { GROUPINGS } from "@/domain/rate-rows";
import { type ExploreState, SHOWS } from "@/lib/client/explore-params";
import { NOUNS, SHOW_WORDS } from "./explore-words";

export type SetExplore = (change: { [Name in keyof ExploreState]?: ExploreState[Name] | null }) => unknown;

const GROUP_KEYS = {
  class: "c",
  code: "o",
  tool: "t",
  service: "s",
  environment: "n",
  effect: "e",
  release: "r",
} as const;
const SHOW_KEYS = { stacked: "1", lines: "2", share: "3", rate: "4", unmapped: "5" } as const;

/** `b c` groups by class, `1` stacks, and so on; all of it stands in the `?` list and in the command palette. */
export function useExploreKeys(state: ExploreState, setState: SetExplore): void {
  usePageKeys([
    ...GROUPINGS.map((by) => ({
      keys: `b ${GROUP_KEYS[by]}`,
      label: `Group by ${NOUNS[by]}`,
      run: () => void setState({ by }),
    })),
    ...SHOWS.map((show) => ({
      keys: SHOW_KEYS[show],
      label: `Draw: ${SHOW_WORDS[show].toLowerCase()}`,
      run: () => void setState({ show }),
    })),
    {
      keys: "p",
      label: "Compare with the period before",
      run: () => void setState({ compare: !state.compare }),
    },
  ]);
}
