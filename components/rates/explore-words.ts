import { CALL_GROUPINGS, type Grouping } from "@/domain/rate-rows";
import type { ExploreState, Show } from "@/lib/client/explore-params";

/** What one of a grouping is called; its plural ends in s but for one. */
export const NOUNS: Readonly<Record<Grouping, string>> = {
  class: "class",
  code: "code",
  tool: "tool",
  service: "service",
  environment: "environment",
  effect: "effect",
  release: "release",
};

export const SHOW_WORDS: Readonly<Record<Show, string>> = {
  stacked: "Stacked",
  lines: "Lines",
  share: "Share",
  rate: "Failure rate",
  unmapped: "Unmapped share",
};

/** What a way of drawing means, in one line under the title. */
const SHOW_MEANINGS: Readonly<Record<Show, string>> = {
  stacked: "The hatched part of a bar is unmapped. Drag to zoom; a band opens its events.",
  lines: "Drag to zoom; a point opens its events.",
  share: "Of the failures of each step. Where nothing failed it is undefined: a gap.",
  rate: "Against the calls that were reported. Where none were, the rate is unknown: a gap.",
  unmapped: "Of the failures of each series. Where nothing failed it is undefined: a gap.",
};

/** Whether calls are told apart by what is grouped by. */
export const isGroupedByCalls = ({ by }: Pick<ExploreState, "by">) =>
  CALL_GROUPINGS.some((each) => each === by);

/** What the chart means, in one line under its title. */
export function meaningOf({ show, by }: Pick<ExploreState, "show" | "by">): string {
  const isOne = show === "rate" && !isGroupedByCalls({ by });
  return isOne
    ? `Calls are not told apart by ${NOUNS[by]}: one line for all. ${SHOW_MEANINGS.rate}`
    : SHOW_MEANINGS[show];
}
