import { EVENT_CLASSES, type EventClass } from "../event-class";
import {
  BACKOFF_SECONDS,
  BREAKER_WITHIN_A_MINUTE,
  MOVE_RULES,
  type Move,
  type MoveRule,
  type Wait,
} from "../next-moves";
import { cellOf } from "../number-column";
import { CLASS_PLACE, type FailureColumns, isFlagged } from "./failure-columns";
import { inTurn, type JudgedMoves } from "./judge-moves";

export type Judged = { read: FailureColumns } & JudgedMoves;

const isRetry = (move: Move | null | undefined) =>
  move === "same_payload" || move === "other_payload" || move === "unknown_payload";
const isRepeat = (move: Move | null | undefined) => move === "same_payload" || move === "unknown_payload";

type Flags = Pick<FailureColumns, "flags">;

/** Where its class stands in `EVENT_CLASSES`. */
export const classPlace = ({ flags }: Flags, at: number): number => (cellOf(flags, at) / CLASS_PLACE) | 0;

export const classOf = (read: Flags, at: number): EventClass =>
  EVENT_CLASSES[classPlace(read, at)] ?? "unclassified";

/** Seconds until the next failure of the tool in the run; NaN where there is none. */
export const waitedSeconds = ({ read: { occurred }, next }: Judged, at: number): number =>
  (cellOf(occurred, next[at] ?? -1) - cellOf(occurred, at)) / 1_000_000;

/** Whether the next attempt came as late as it was told; null where what came next is none. */
export function waitOf(judged: Judged, at: number): Wait | null {
  if (!isRetry(judged.moves[at])) return null;
  const told = cellOf(judged.read.retry_after, at);
  if (Number.isNaN(told)) return "untold";
  return waitedSeconds(judged, at) < told ? "early" : "waited";
}

/** A rule: to which failures it applies, and when what came next breaks it. */
type Rule = {
  applies: (read: FailureColumns, at: number) => boolean;
  broken: (judged: Judged, at: number) => boolean;
};
function ofClass(name: EventClass) {
  const place = EVENT_CLASSES.indexOf(name);
  return (read: FailureColumns, at: number) => classPlace(read, at) === place;
}
const beforeOf = ({ before }: Judged, at: number) => before[at] ?? -1;

const RULES: Readonly<Record<MoveRule, Rule>> = {
  validation_unchanged: {
    applies: ofClass("validation"),
    broken: ({ moves }, at) => moves[at] === "same_payload",
  },
  validation_corrected_again: {
    applies: ofClass("validation"),
    broken: (judged, at) => {
      const last = beforeOf(judged, at);
      const [move, move_1] = [judged.moves[at], judged.moves[last]];
      return (
        move === "other_payload" && move_1 === "other_payload" && classOf(judged.read, last) === "validation"
      );
    },
  },
  authorization_retried: {
    applies: ofClass("authorization"),
    broken: ({ moves }, at) => isRetry(moves[at]),
  },
  unmapped_repeated: {
    applies: (read, at) => isFlagged(read, at, "unmapped"),
    broken: (judged, at) => {
      const last = beforeOf(judged, at);
      const { moves, read } = judged;
      return isRepeat(moves[at]) && isRepeat(moves[last]) && isFlagged(read, last, "unmapped");
    },
  },
  unknown_effect_without_key: {
    applies: (read, at) => isFlagged(read, at, "unkeyed"),
    broken: ({ moves }, at) => isRepeat(moves[at]),
  },
  transient_without_backoff: {
    applies: ofClass("transient"),
    broken: (judged, at) => {
      const told = cellOf(judged.read.retry_after, at);
      const least = Number.isNaN(told) ? BACKOFF_SECONDS : told;
      return isRetry(judged.moves[at]) && waitedSeconds(judged, at) < least;
    },
  },
  system_hammered: {
    applies: ofClass("system"),
    broken: (judged, at) => isRetry(judged.moves[at]) && isThirdInARow(judged, at),
  },
};

function isThirdInARow(judged: Judged, at: number): boolean {
  const last = beforeOf(judged, at);
  const first = beforeOf(judged, last);
  return [last, first].every((one) => isRetry(judged.moves[one]) && classOf(judged.read, one) === "system");
}

export const bitOf = (rule: MoveRule): number => 1 << MOVE_RULES.indexOf(rule);

/** The rules that apply to each failure of the filter and that what came next broke, a bit for each (`bitOf`). */
export type RulesJudged = { applies: Uint8Array; broken: Uint8Array };

export function judgeRules(judged: Judged): RulesJudged {
  const { read, moves } = judged;
  const [applies, broken] = [new Uint8Array(moves.length), new Uint8Array(moves.length)];
  for (const rule of MOVE_RULES) {
    const { applies: isAsked, broken: isBroken } = RULES[rule];
    for (let at = 0; at < moves.length; at += 1) {
      if (moves[at] === null || !isFlagged(read, at, "chosen") || !isAsked(read, at)) continue;
      applies[at] = (applies[at] ?? 0) | bitOf(rule);
      if (isBroken(judged, at)) broken[at] = (broken[at] ?? 0) | bitOf(rule);
    }
  }
  return { applies, broken };
}

/** A repeated system failure, and how many there were of its tool and place within the minute up to it. */
export type Crowded = { at: number; within_a_minute: number };

/** Repeats that hammer a system unless its calls show that most came through. */
export function findCrowded(judged: Judged, { broken }: RulesJudged): Crowded[] {
  const { read, moves } = judged;
  const places = new Map<number, number[]>();
  for (const at of inTurn(read)) {
    const place = cellOf(read.place, at);
    if (Number.isNaN(place)) continue;
    const failures = places.get(place);
    if (failures === undefined) places.set(place, [at]);
    else failures.push(at);
  }
  const isDoubted = (at: number) =>
    isRetry(moves[at]) &&
    isFlagged(read, at, "chosen") &&
    ((broken[at] ?? 0) & bitOf("system_hammered")) === 0;
  return [...places.values()].flatMap((failures) =>
    withinAMinute(failures, read.occurred).filter(
      ({ at, within_a_minute }) => within_a_minute >= BREAKER_WITHIN_A_MINUTE && isDoubted(at),
    ),
  );
}

const MINUTE = 60_000_000;

/** Of failures in the order of their time: how many lie in the minute before each, those of the same instant among them. */
function withinAMinute(failures: readonly number[], occurred: Float64Array): Crowded[] {
  const timeOf = (place: number) => cellOf(occurred, failures[place] ?? -1);
  let [first, end] = [0, 0];
  return failures.map((at) => {
    const time = cellOf(occurred, at);
    while (timeOf(end) <= time) end += 1;
    while (timeOf(first) < time - MINUTE) first += 1;
    return { at, within_a_minute: end - first };
  });
}
