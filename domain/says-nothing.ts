import { LEAK_MARKS, WITHHELD } from "./leaks";

/** What stands in the place of a leak (`[trace]`), or of what was withheld. */
const MARK = new RegExp(
  [...Object.values(LEAK_MARKS), WITHHELD].map((mark) => mark.replace(/[[\]]/g, "\\$&")).join("|"),
  "g",
);
const WORD = /[\p{L}\p{N}]/u;

/** Whether nothing is left of a masked text but what stands in the place of leaks. */
export function saysNothing(masked: string): boolean {
  return !WORD.test(masked.replace(MARK, ""));
}
