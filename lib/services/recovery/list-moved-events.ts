import { listMovedEvents as readMovedEvents } from "@/db/queries/next-moves";
import { inSnapshot } from "@/db/queries/rates";
import type { EventFilters } from "@/domain/filters";
import type { Move, MoveRule } from "@/domain/next-moves";
import type { ServiceContext } from "@/lib/services/context";
import { movesQuestion } from "../moves-question";

export type ListMovedEventsInput = EventFilters & {
  move?: Move | undefined;
  rule?: MoveRule | undefined;
  limit: number;
};

/** The failures behind a number of `countNextMoves`, the newest first. Throws `invalid_range`. */
export async function listMovedEvents(
  ctx: ServiceContext,
  { move, rule, limit, ...input }: ListMovedEventsInput,
) {
  const question = movesQuestion(ctx, input);
  const { found, items } = await inSnapshot(ctx.db, (tx) =>
    readMovedEvents(tx, { ...question, move, rule, limit }),
  );
  return {
    ...{ from: question.from, to: question.to, found },
    items: items.map(({ next_reference, next_event_id, next_code, ...item }) => ({
      ...item,
      next:
        next_reference !== null && next_event_id !== null && next_code !== null
          ? { reference: next_reference, event_id: next_event_id, code: next_code }
          : null,
    })),
  };
}
