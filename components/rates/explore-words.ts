import type { Grouping } from "@/domain/rate-rows";
import type { Show } from "@/lib/client/explore-params";

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
export const SHOW_MEANINGS: Readonly<Record<Show, string>> = {
  stacked: "The hatched part of a bar is unmapped. Drag to zoom; a band opens its events.",
  lines: "Drag to zoom; a point opens its events.",
  share: "Of the failures of each step. Where nothing failed it is undefined: a gap.",
  rate: "Against the calls that were reported. Where none were, the rate is unknown: a gap.",
  unmapped: "Of the failures of each series. Where nothing failed it is undefined: a gap.",
};
