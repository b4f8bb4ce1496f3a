import type { LagBound } from "@/domain/intake-tally";

const WORDS: Readonly<Record<LagBound, string>> = {
  "1": "≤ 1 s",
  "5": "≤ 5 s",
  "30": "≤ 30 s",
  "60": "≤ 1 min",
  "300": "≤ 5 min",
  "900": "≤ 15 min",
  "3600": "≤ 1 h",
  "21600": "≤ 6 h",
  "86400": "≤ 1 d",
  inf: "> 1 d",
};

/** How late at the most; null stays null: a dash. */
export function describeLag(bound: LagBound | null): string | null {
  return bound === null ? null : WORDS[bound];
}
