import { expect, it } from "vitest";
import { MOVES, type Move } from "@/domain/next-moves";
import type { NextMovesAnswer } from "@/lib/contract/next-moves";
import { movesOfClass } from "./review-words";

const row = (name: "validation" | "transient", moves: Partial<Record<Move, number>>) => ({
  ...{ tool: null, class: name, failures: Object.values(moves).reduce((sum, one) => sum + one, 0) },
  moves: { ...Object.fromEntries(MOVES.map((move) => [move, 0])), ...moves },
});
const answer = (...items: ReturnType<typeof row>[]) => ({ items }) as unknown as NextMovesAnswer;

it("says what came next, most often first, and how much of what can be judged was right", () => {
  const moves = movesOfClass(
    answer(row("validation", { other_payload: 6, same_payload: 2, nothing: 4 })),
    "validation",
  );
  expect(moves.moves.map(({ move }) => move)).toEqual(["other_payload", "nothing", "same_payload"]);
  expect(moves).toMatchObject({ known: 12, right: 6, wrong: 2, rightShare: 0.75 });
});

it("judges nothing where nothing is known, or where the wait decides", () => {
  expect(movesOfClass(answer(), "validation")).toMatchObject({ known: 0, moves: [], rightShare: null });
  expect(movesOfClass(answer(row("transient", { same_payload: 3 })), "transient").rightShare).toBeNull();
});
