import {
  countOpenByBand,
  countUnknownByTool,
  countVerdictsByTool,
  type FiguresQuestion,
  type OpenCount,
  readClaimTimes,
  readVerdictTimes,
  type UnknownOfTool,
  type VerdictsOfTool,
} from "@/db/queries/figures";
import { inSnapshot } from "@/db/queries/rates";
import { caseScopeOf } from "@/domain/case-scope";
import { validationError } from "@/domain/errors";
import { AGE_BANDS, DEADLINE_BANDS, shareOf, toBands, toQuarters } from "@/domain/figures";
import type { EventFilters } from "@/domain/filters";
import { instantFromDate, isoFromMillis, microsOf } from "@/domain/instant";
import { may } from "@/domain/permissions";
import type { ServiceContext } from "../context";

export type ReadFiguresInput = Pick<
  EventFilters,
  "from" | "to" | "tool" | "service" | "environment" | "tenant"
>;

const DAY_MILLIS = 86_400_000;
const TOOLS_MAX = 200;

/**
 * How the queue does, by the definitions of `docs/figures.md`; all of an answer is one snapshot. The caller's
 * confinement holds for cases and failures alike. Throws `invalid_range`.
 */
export async function readFigures(ctx: ServiceContext, input: ReadFiguresInput) {
  const { from: asked_from, to: asked_to, ...filters } = input;
  const range = readRange(asked_from, asked_to, ctx.now());
  const now = instantFromDate(ctx.now()).iso;
  const question: FiguresQuestion = { scope: caseScopeOf(ctx.caller), filters, ...range, now };
  return inSnapshot(ctx.db, async (tx) => {
    const open = await countOpenByBand(tx, question, { age: AGE_BANDS, left: DEADLINE_BANDS });
    const claim = await readClaimTimes(tx, question);
    const { settle, acknowledge } = await readVerdictTimes(tx, question);
    const verdicts = await countVerdictsByTool(tx, question);
    const { confinement } = ctx.caller;
    const unknown = may(ctx.caller, "rates.read")
      ? await countUnknownByTool(tx, { ...question, confinement, limit: TOOLS_MAX })
      : null;
    return {
      ...range,
      at: now,
      open: openFigures(open),
      times: { claim, settle, acknowledge },
      verdicts_by_tool: verdicts.slice(0, TOOLS_MAX),
      reopened: reopenedShare(verdicts),
      unknown_by_tool: unknown?.map(unknownFigures) ?? null,
    };
  });
}

/** Whole quarter hours; the last day where nothing is said, up to and with what happens this moment. */
function readRange(
  from: string | undefined,
  to: string | undefined,
  now: Date,
): { from: string; to: string } {
  const end = to === undefined ? now.getTime() + 1 : Math.ceil(microsOf(to) / 1000);
  const start = from === undefined ? end - DAY_MILLIS : Math.floor(microsOf(from) / 1000);
  if (start >= end)
    throw validationError("invalid_range", "`from` must be before `to`.", {
      field: "from",
      received: from,
      hint: "The range is half-open: from is inside, to is not.",
    });
  const used = toQuarters(start, end);
  return { from: isoFromMillis(used.from), to: isoFromMillis(used.to) };
}

function openFigures(counted: readonly OpenCount[]) {
  const sum = (of: (one: OpenCount) => number) => counted.reduce((total, one) => total + of(one), 0);
  const by = (band: (one: OpenCount) => number | null) => {
    const counts = new Map<number, number>();
    for (const one of counted) {
      const index = band(one);
      if (index !== null) counts.set(index, (counts.get(index) ?? 0) + one.count);
    }
    return counts;
  };
  return {
    total: sum(({ count }) => count),
    awaiting_second: sum((one) => one.awaiting_second),
    snoozed: sum((one) => one.snoozed),
    overdue: sum((one) => (one.left === null ? one.count : 0)),
    by_age: toBands(
      AGE_BANDS,
      by(({ age }) => age),
    ),
    by_deadline: toBands(
      DEADLINE_BANDS,
      by(({ left }) => left),
    ),
  };
}

function reopenedShare(verdicts: readonly VerdictsOfTool[]) {
  const settled = verdicts.reduce((sum, { total }) => sum + total, 0);
  const reopened = verdicts.reduce((sum, one) => sum + one.reopened, 0);
  return { settled, reopened, share: shareOf(reopened, settled) };
}

function unknownFigures({ unknown_where_called, ...row }: UnknownOfTool) {
  return {
    ...row,
    share: shareOf(row.unknown, row.failures),
    unknown_rate: row.calls === null ? null : shareOf(unknown_where_called, row.calls),
  };
}
