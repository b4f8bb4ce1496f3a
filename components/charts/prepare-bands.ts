import { addSeconds } from "@/domain/instant";

type Band = { up_to_seconds: number | null; count: number };

export type BandBar = {
  key: string;
  label: string;
  count: number;
  /** Of the longest bar, 0 to 1 */
  length: number;
  /** The moments that the band holds, half-open; null: without end */
  from: string | null;
  to: string | null;
};

const HOUR = 3_600;
const DAY = 86_400;

/** A bound in the unit that says it in whole numbers; up to a day in hours, because deadlines are counted so. */
function unitOf(seconds: number): { size: number; name: string; many: string } {
  if (seconds > DAY && seconds % DAY === 0) return { size: DAY, name: "day", many: "days" };
  if (seconds % HOUR === 0) return { size: HOUR, name: "h", many: "h" };
  return { size: 60, name: "min", many: "min" };
}

function written(seconds: number): string {
  const { size, name, many } = unitOf(seconds);
  return `${seconds / size} ${seconds === size ? name : many}`;
}

/** `under 1 h`, `1–6 h`, `1–7 days`, `over 7 days`. */
export function bandLabel(above: number, upTo: number | null): string {
  if (upTo === null) return `over ${written(above)}`;
  if (above === 0) return `under ${written(upTo)}`;
  const { size, many } = unitOf(upTo);
  return above % size === 0
    ? `${above / size}–${upTo / size} ${many}`
    : `${written(above)} – ${written(upTo)}`;
}

/** A bound belongs to the band below it: ahead, the first moment of a band is the one just after. */
const JUST_AFTER_SECONDS = 0.000_001;

/** The first moment that has not passed at `at`; a deadline before it is overdue. */
export function firstAhead(at: string): string {
  return addSeconds(at, JUST_AFTER_SECONDS);
}

/**
 * Counts by how long ago (`past`) or how far ahead (`future`) of `at`, each with the moments it holds, so that its rows
 * can be listed. The youngest age has no end: what comes after `at` is young, not lost. `longest` shares one scale
 * with other bars.
 */
export function prepareBands(
  bands: readonly Band[],
  at: string,
  towards: "past" | "future",
  longest = 0,
): BandBar[] {
  const top = Math.max(1, longest, ...bands.map(({ count }) => count));
  const moment = (seconds: number) =>
    towards === "past" ? addSeconds(at, -seconds) : addSeconds(firstAhead(at), seconds);
  return bands.map(({ up_to_seconds, count }, index) => {
    const above = bands[index - 1]?.up_to_seconds ?? 0;
    const near = above === 0 && towards === "past" ? null : moment(above);
    const far = up_to_seconds === null ? null : moment(up_to_seconds);
    return {
      key: String(up_to_seconds),
      label: bandLabel(above, up_to_seconds),
      count,
      length: count / top,
      from: towards === "past" ? far : near,
      to: towards === "past" ? near : far,
    };
  });
}
