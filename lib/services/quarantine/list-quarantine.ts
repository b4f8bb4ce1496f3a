import {
  countFacets,
  listQuarantineRows,
  matchesQuarantine,
  type QuarantineCursor,
  type QuarantineFacets,
} from "@/db/queries/quarantine-read";
import type { QuarantineFilter } from "@/domain/replay";
import { cursorPart, decodeCursor, encodeCursor } from "@/lib/platform/cursor";
import type { ServiceContext } from "../context";
import { type QuarantineAnswer, quarantineAnswers } from "../quarantine-answer";

export type QuarantineListAnswer = {
  items: QuarantineAnswer[];
  next_cursor: string | null;
  total: number | null;
  facets: QuarantineFacets | null;
};

const PLACE = [cursorPart.instant, cursorPart.count] as const;

/** What was rejected, what came last first, with how it divides on the first page. Throws `invalid_cursor`. */
export async function listQuarantine(
  ctx: ServiceContext,
  input: QuarantineFilter & { limit: number; cursor?: string | undefined },
): Promise<QuarantineListAnswer> {
  const { limit, cursor: sent, ...filter } = input;
  const cursor = decodeCursor<QuarantineCursor>(sent, PLACE);
  const which = matchesQuarantine(ctx.caller.confinement, filter);
  const [rows, counted] = await Promise.all([
    listQuarantineRows(ctx.db, which, { cursor, limit: limit + 1 }),
    cursor === null ? countFacets(ctx.db, which) : null,
  ]);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const more = rows.length > limit && last !== undefined;
  return {
    items: await quarantineAnswers(ctx.db, ctx.caller, page),
    next_cursor: more ? encodeCursor([last.last_received_at, last.quarantine_id]) : null,
    total: counted?.total ?? null,
    facets: counted?.facets ?? null,
  };
}
