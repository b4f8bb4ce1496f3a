import type { MovesQuestion } from "@/db/queries/moves-question";
import type { EventFilters } from "@/domain/filters";
import { instantFromDate, isoFromMillis } from "@/domain/instant";
import { may } from "@/domain/permissions";
import { readRange } from "@/domain/reading-range";
import type { ServiceContext } from "./context";

/** How many failures are read for what came next, the newest first: runs have to be put together for each answer. */
export const MOVES_READ = 30_000;

/** What a caller asks of next moves, as far as they may see. Throws `invalid_range`. */
export function movesQuestion(ctx: ServiceContext, { from, to, ...filters }: EventFilters): MovesQuestion {
  const range = readRange({ from, to }, ctx.now());
  return {
    filters,
    confinement: ctx.caller.confinement,
    from: isoFromMillis(range.from),
    to: isoFromMillis(range.to),
    now: instantFromDate(ctx.now()).iso,
    rows: MOVES_READ,
    knows_cases: may(ctx.caller, "cases.read"),
  };
}
