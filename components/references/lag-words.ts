import type { LookUpAnswer } from "@/lib/contract/references";

/** How far a source is behind, in a sentence: "desk is 12 min behind". */
export function lagWords({ source, seconds }: NonNullable<LookUpAnswer["lag"]>): string {
  const [size, unit] = seconds < 90 ? [1, "s"] : seconds < 5_400 ? [60, "min"] : [3_600, "h"];
  return `${source ?? "One of the sources"} is ${Math.round(seconds / Number(size))} ${unit} behind`;
}

const FIRST_MS = 2_000;
const LONGEST_MS = 30_000;
const ALL_MS = 5 * 60_000;

/** When to look again after so many looks: soon at first, then less and less often; null once five minutes are over. */
export function nextLookMs(looks: number): number | null {
  let [waited, wait] = [0, FIRST_MS];
  for (let look = 1; look < looks; look += 1) {
    waited += wait;
    wait = Math.min(LONGEST_MS, wait * 1.5);
  }
  return waited < ALL_MS ? Math.round(wait) : null;
}
