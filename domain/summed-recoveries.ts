import { cellOf } from "./number-column";
import { ATTEMPTS_TOLD_APART, type EpisodeCell } from "./recovery";

/** Of a release: `apart` where it did not go out to; null where none is compared with. */
export type RecoverySide = "before" | "after" | "apart" | null;
export type RecoveryCell = EpisodeCell & {
  /** Null for all tools and codes together. */
  tool: string | null;
  code: string | null;
  class: string | null;
  side: RecoverySide;
  pairs: number;
  /** Of the pair: the run that took the most attempts. */
  longest_run: string | null;
};

/** A day's histograms of a place and release. Cells go by kind and by attempts. */
export type RecoveryDay = {
  recovery_day_id: number;
  /** As text that goes by time. */
  day: string;
  side: RecoverySide;
  kinds: Float64Array;
  attempts: Float64Array;
  episodes: Float64Array;
};

/** Where a run is named that took the most attempts: of which day, and of which of its kinds, counted from 1. */
export type RunPlace = { recovery_day_id: number; place: number };

/** What days amount to of one kind on one side. */
export type KindSum = {
  kind: number;
  side: RecoverySide;
  /** At each number of attempts; from `ATTEMPTS_TOLD_APART` on together. */
  episodes: number[];
  most: number;
  /** The newest day on which one took the most, and where runs of it are named. */
  day: string;
  longest: RunPlace[];
};

const SIDES: readonly RecoverySide[] = [null, "before", "after", "apart"];

/** Sums histograms of days, kind by kind. */
export function sumKinds(days: Iterable<RecoveryDay>): KindSum[] {
  const sums = new Map<number, KindSum>();
  for (const day of days) {
    let place = 0;
    for (let at = 0; at < day.kinds.length; ) {
      const kind = cellOf(day.kinds, at);
      const key = kind * SIDES.length + SIDES.indexOf(day.side);
      const sum = sums.get(key) ?? { kind, side: day.side, episodes: [], most: 0, day: "", longest: [] };
      if (sum.most === 0) sums.set(key, sum);
      const end = addCells(sum, day, at);
      place += 1;
      const most = { most: cellOf(day.attempts, end - 1), day: day.day };
      if (outdoes(sum, most)) Object.assign(sum, most, { longest: [] });
      if (!outdoes(most, sum)) sum.longest.push({ recovery_day_id: day.recovery_day_id, place });
      at = end;
    }
  }
  return [...sums.values()];
}

/** Adds the cells of a kind and answers where the next begins. */
function addCells(sum: KindSum, { kinds, attempts, episodes }: RecoveryDay, from: number): number {
  let at = from;
  for (; at < kinds.length && kinds[at] === sum.kind; at += 1) {
    const tried = Math.min(cellOf(attempts, at), ATTEMPTS_TOLD_APART);
    sum.episodes[tried] = (sum.episodes[tried] ?? 0) + cellOf(episodes, at);
  }
  return at;
}

type Most = { most: number; day: string };

/** Whether the other took more attempts, or as many on a newer day. */
const outdoes = (one: Most, other: Most) =>
  other.most > one.most || (other.most === one.most && other.day > one.day);

type Named = { tool: string; code: string; class: string | null; outcome: EpisodeCell["outcome"] };
export type RecoveryKind = Named & { recovery_kind_id: number };
/** Recoveries that lie in no summed day, with the last run by name of their newest day. */
export type LooseEpisodes = Named & {
  side: RecoverySide;
  attempts: number;
  episodes: number;
  day: string;
  run_id: string;
};

type Counted = Pick<RecoveryCell, "class" | "side" | "outcome" | "attempts" | "episodes" | "most">;
/** A tool and code with all that is counted of it. */
export type RecoveryPair = {
  tool: string;
  code: string;
  episodes: number;
  most: number;
  day: string;
  /** The runs that took the most, of the newest day: where they are named, or by name. */
  places: RunPlace[];
  runs: string[];
  cells: Map<string, Counted>;
};

/** What days and loose recoveries amount to, the pairs with the most episodes first. */
export function pairUp(
  sums: readonly KindSum[],
  kinds: ReadonlyMap<number, RecoveryKind>,
  loose: readonly LooseEpisodes[],
): RecoveryPair[] {
  const pairs = new Map<string, RecoveryPair>();
  for (const { kind, side, episodes, most, day, longest } of sums) {
    const named = kinds.get(kind);
    if (named === undefined) continue;
    const pair = pairOf(pairs, named);
    if (holds(pair, { most, day })) pair.places = pair.places.concat(longest);
    const { class: errorClass, outcome } = named;
    // Holes are left out: only what was counted.
    episodes.forEach((count, attempts) => {
      const last = attempts === Math.min(most, ATTEMPTS_TOLD_APART) ? most : attempts;
      addTo(pair, { class: errorClass, outcome, side, attempts, episodes: count, most: last });
    });
  }
  for (const { tool, code, run_id, attempts, day, ...rest } of loose) {
    const pair = pairOf(pairs, { tool, code });
    if (holds(pair, { most: attempts, day })) pair.runs.push(run_id);
    addTo(pair, { ...rest, attempts: Math.min(attempts, ATTEMPTS_TOLD_APART), most: attempts });
  }
  return [...pairs.values()].sort(byEpisodes);
}

function pairOf(
  pairs: Map<string, RecoveryPair>,
  { tool, code }: Pick<Named, "tool" | "code">,
): RecoveryPair {
  const key = JSON.stringify([tool, code]);
  const pair = pairs.get(key) ?? {
    ...{ tool, code, episodes: 0, most: 0, day: "", places: [], runs: [] },
    cells: new Map<string, Counted>(),
  };
  pairs.set(key, pair);
  return pair;
}

/** Whether none of the pair outdoes it; what it outdoes is forgotten. */
function holds(pair: RecoveryPair, most: Most): boolean {
  if (outdoes(pair, most)) Object.assign(pair, most, { places: [], runs: [] });
  return !outdoes(most, pair);
}

function addTo(pair: RecoveryPair, counted: Counted): void {
  const { class: errorClass, side, outcome, attempts, episodes, most } = counted;
  const { cells } = pair;
  pair.episodes += episodes;
  const key = `${side} ${outcome} ${attempts} ${errorClass ?? "\u0000"}`;
  const cell = cells.get(key);
  if (cell === undefined) cells.set(key, { ...counted });
  else {
    cell.episodes += episodes;
    cell.most = Math.max(cell.most, most);
  }
}

const inWords = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
const byEpisodes = (one: RecoveryPair, other: RecoveryPair) =>
  other.episodes - one.episodes || inWords(one.tool, other.tool) || inWords(one.code, other.code);

/** The cells of all pairs together, and then those of each of the first so many. */
export function cellsOf(
  pairs: readonly RecoveryPair[],
  { told, longest }: { told: number; longest: ReadonlyMap<RecoveryPair, string> },
): RecoveryCell[] {
  const all = new Map<string, RecoveryCell>();
  for (const { cells } of pairs)
    for (const { side, outcome, attempts, episodes, most } of cells.values()) {
      const key = `${side} ${outcome} ${attempts}`;
      const cell = all.get(key);
      if (cell === undefined)
        all.set(key, {
          ...{ tool: null, code: null, class: null, side, outcome, attempts, episodes, most },
          ...{ pairs: pairs.length, longest_run: null },
        });
      else {
        cell.episodes += episodes;
        cell.most = Math.max(cell.most, most);
      }
    }
  const ofPairs = pairs.slice(0, told).flatMap((pair) => {
    const common = { tool: pair.tool, code: pair.code, pairs: pairs.length };
    const cells = [...pair.cells.values()].sort((one, other) => one.attempts - other.attempts);
    return cells.map((cell) => ({ ...cell, ...common, longest_run: longest.get(pair) ?? null }));
  });
  return [...all.values(), ...ofPairs];
}
