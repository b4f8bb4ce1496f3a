import type { MovesQuestion } from "@/db/queries/moves-question";
import { countMoves } from "@/db/queries/next-moves";
import { inSnapshot } from "@/db/queries/rates";
import { shareOf } from "@/domain/figures";
import type { EventFilters } from "@/domain/filters";
import { MOVE_RULES } from "@/domain/next-moves";
import { toMovesRows } from "@/domain/next-moves-rows";
import type { ServiceContext } from "@/lib/services/context";
import { MOVES_READ, movesQuestion } from "../moves-question";

export type CountNextMovesInput = EventFilters & { by: "class" | "tool" };

/**
 * What came next in the run after failures, by class, and which of the class's rules that broke; people confined see runs as
 * far as they may. Throws `invalid_range`.
 */
export async function countNextMoves(ctx: ServiceContext, { by, ...input }: CountNextMovesInput) {
  const question: MovesQuestion = movesQuestion(ctx, input);
  const counted = await inSnapshot(ctx.db, (tx) => countMoves(tx, { ...question, by_tool: by === "tool" }));
  const { cells, rules, read } = counted;
  const ofRule = new Map(rules.map((rule) => [rule.rule, rule]));
  return {
    ...{ from: question.from, to: question.to, knows_cases: question.knows_cases },
    read: { rows: read.rows, from: read.from, whole: read.rows < MOVES_READ },
    undecided: cells.reduce((sum, { move, failures }) => sum + (move === null ? failures : 0), 0),
    without_run: read.without_run,
    items: toMovesRows(cells),
    rules: MOVE_RULES.map((rule) => {
      const { applies = 0, broken = 0, runs = 0, newest = null } = ofRule.get(rule) ?? {};
      return { rule, broken, applies, share: shareOf(broken, applies), runs, newest };
    }),
  };
}
