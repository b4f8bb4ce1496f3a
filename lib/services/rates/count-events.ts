import type { Transaction } from "@/db/client";
import { type CalledQuestion, countFailuresOf } from "@/db/queries/call-rates";
import { readCallDays, readCalled } from "@/db/queries/called";
import type { RateQuestion } from "@/db/queries/counted-rows";
import {
  countBySteps,
  type DrawnKeys,
  inSnapshot,
  preferHashing,
  readRowsAvailableFrom,
  withDays,
} from "@/db/queries/rates";
import type { EventFilters } from "@/domain/filters";
import { foldedPartOf } from "@/domain/folded-part";
import { isoFromMillis } from "@/domain/instant";
import { boundariesBefore } from "@/domain/rate-before";
import { callsKnow, chooseRateRows, chooseRowsForCalls, type Grouping } from "@/domain/rate-rows";
import {
  emptyOther,
  inOrderOf,
  type OtherSeries,
  type RateCell,
  type RateSeries,
  shareOf,
  toOtherSeries,
  toRateSeries,
  totalsOf,
} from "@/domain/rate-series";
import { refuseTooManyCells } from "@/domain/reading-range";
import type { Step } from "@/domain/steps";
import type { ServiceContext } from "@/lib/services/context";
import { readSteps, type StepsAsked } from "../read-rate-steps";

export type CountInput = EventFilters &
  StepsAsked & {
    group_by?: Grouping | undefined;
    /** Only so many keys each by itself, those that failed most; the rest as one. */
    top?: number | undefined;
    /** Beside it the same number of steps before. */
    compare?: boolean | undefined;
    /** False: only the totals of each series. */
    points?: boolean | undefined;
  };

/**
 * Failures over time by the rules of CONTRACT "Reading": the sum of the series and of what is beyond them is the
 * total, and the list of events counts the same. Throws `invalid_range` and `too_many_points`.
 */
export async function countEvents(ctx: ServiceContext, input: CountInput) {
  const { boundaries, step, tz } = readSteps(ctx, input);
  const drawn = input.top === undefined || input.group_by === undefined ? null : { top: input.top };
  return inSnapshot(ctx.db, async (tx) => {
    await preferHashing(tx);
    // What does not wait for another is sent at once: short ranges take as long as their round trips.
    const [period, rows_available_from] = await Promise.all([
      countPeriod(tx, ask(ctx, input, step, boundaries), input, { step, drawn }),
      readRowsAvailableFrom(tx),
    ]);
    const answer = { ...period, step, tz, rows_available_from };
    if (input.compare !== true) return { ...answer, before: null };
    const question = ask(ctx, input, step, boundariesBefore(boundaries, step, tz));
    const keys = period.series.map(({ key }) => key);
    const before = await countPeriod(tx, question, input, { step, drawn: input.group_by ? { keys } : null });
    const series = inOrderOf(keys, before.series, startsOf(input, question));
    const beyond = before.other === null ? null : emptyOther(startsOf(input, { boundaries }));
    return { ...answer, other: period.other ?? beyond, before: { ...before, series } };
  });
}

type How = { step: Step; drawn: DrawnKeys | null };

async function countPeriod(tx: Transaction, question: RateQuestion, input: CountInput, how: How) {
  const { boundaries } = question;
  const [counted, called] = await Promise.all([
    countSeries(tx, question, input, how),
    callsKnow(input) ? readCalled(tx, question, await readCallDays(tx, question)) : null,
  ]);
  const all = counted.other === null ? counted.series : [...counted.series, counted.other];
  const totals = totalsOf(all);
  const failed =
    called === null || called.everyone
      ? totals.failures
      : await countFailuresOf(tx, askForCalls(question), called);
  return {
    from: isoFromMillis(boundaries[0] ?? 0),
    to: isoFromMillis(boundaries.at(-1) ?? 0),
    ...counted,
    totals: {
      ...totals,
      calls: called?.calls ?? null,
      failure_rate: called === null ? null : shareOf(failed, called.calls),
    },
  };
}

/** Without points the whole range is one step, which is left out of the answer: nothing grows with the steps. */
async function countSeries(
  tx: Transaction,
  question: RateQuestion,
  input: CountInput,
  { step, drawn }: How,
): Promise<{ series: RateSeries[]; other: OtherSeries | null }> {
  const { boundaries } = question;
  const isSum = input.points === false;
  const ends = isSum ? [boundaries[0] ?? 0, boundaries.at(-1) ?? 0] : boundaries;
  const part = foldedPartOf(question, input.group_by);
  const asked = await withDays(tx, { ...question, boundaries: ends }, part);
  const cells = await countBySteps(tx, asked, input.group_by, drawn);
  if (!isSum) refuseTooManyCells(keysOf(cells), boundaries, step);
  const starts = ends.slice(0, -1).map(isoFromMillis);
  const series = toRateSeries(cells, starts, input.group_by !== undefined);
  const other = toOtherSeries(cells, starts);
  if (!isSum) return { series, other };
  return { series: series.map(withoutPoints), other: other && withoutPoints(other) };
}

const withoutPoints = <T extends { points: unknown }>(series: T) => ({ ...series, points: [] });

const keysOf = (cells: readonly RateCell[]) =>
  new Set(cells.map(({ key, is_other }) => (is_other ? cells : key))).size;

const startsOf = ({ points }: CountInput, { boundaries }: Pick<RateQuestion, "boundaries">) =>
  points === false ? [] : boundaries.slice(0, -1).map(isoFromMillis);

function ask(ctx: ServiceContext, filters: CountInput, step: Step, boundaries: number[]): RateQuestion {
  const { confinement } = ctx.caller;
  const rows = chooseRateRows({
    filters,
    confinement,
    group_by: filters.group_by,
    step,
    from: boundaries[0] ?? 0,
    now: ctx.now().getTime(),
  });
  return { rows, boundaries, filters, confinement };
}

function askForCalls(question: RateQuestion): CalledQuestion {
  const { boundaries } = question;
  return { ...question, by_tenant: chooseRowsForCalls(boundaries[0] ?? 0, boundaries.at(-1) ?? 0) };
}
