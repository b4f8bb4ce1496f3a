import type { EventClass } from "@/domain/event-class";
import { MOVES, type Move, rightnessOf } from "@/domain/next-moves";
import type { NextMovesAnswer } from "@/lib/contract/next-moves";

export const MOVE_WORDS: Record<Move, string> = {
  same_payload: "same again",
  other_payload: "corrected",
  unknown_payload: "tried again",
  recovered: "came through",
  another_call: "another call",
  other_tool: "another tool",
  compensated: "compensated",
  escalated: "escalated",
  gave_up: "gave up",
  nothing: "run ended",
};

/** What the class asks for (DESIGN "Retry follows the class"). */
export const RIGHT_MOVES: Record<EventClass, string> = {
  validation: "one corrected call",
  authorization: "stop; a person decides",
  not_found: "look again, revise the plan",
  transient: "wait, then repeat, a few times at most",
  system: "stop calling for a while",
  semantic: "it ran: change what is asked",
  unclassified: "unknown: the class says nothing",
};

export type ClassMoves = {
  /** Failures of which it is known what came next. */
  known: number;
  moves: readonly { move: Move; failures: number }[];
  right: number;
  wrong: number;
  /** Null where nothing is known or the class judges no move by itself. */
  rightShare: number | null;
};

/** What came next after failures of a class, most often first, and how much of it was right. */
export function movesOfClass(answer: NextMovesAnswer, errorClass: EventClass): ClassMoves {
  const rows = answer.items.filter((row) => row.class === errorClass);
  const count = (move: Move) => rows.reduce((sum, row) => sum + row.moves[move], 0);
  const moves = MOVES.map((move) => ({ move, failures: count(move) }))
    .filter(({ failures }) => failures > 0)
    .sort((a, b) => b.failures - a.failures);
  const judged = (how: "right" | "wrong") =>
    moves.reduce(
      (sum, { move, failures }) => sum + (rightnessOf(errorClass, move) === how ? failures : 0),
      0,
    );
  const [right, wrong] = [judged("right"), judged("wrong")];
  return {
    known: rows.reduce((sum, { failures }) => sum + failures, 0),
    ...{ moves, right, wrong },
    rightShare: right + wrong === 0 ? null : right / (right + wrong),
  };
}
