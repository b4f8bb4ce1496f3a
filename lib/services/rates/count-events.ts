import type { Transaction } from "@/db/client";
import {
  countAgainstCalls,
  countBySteps,
  inSnapshot,
  type RateAgainstCalls,
  type RateQuestion,
  readRowsAvailableFrom,
} from "@/db/queries/rates";
import type { EventFilters } from "@/domain/filters";
import { instantFromMicros } from "@/domain/instant";
import { callsKnow, chooseRateRows, chooseRowsForCalls, type Grouping } from "@/domain/rate-rows";
import { type RateCell, type RateSeries, toRateSeries, totalsOf } from "@/domain/rate-series";
import { readRange, tooManyPoints } from "@/domain/reading-range";
import {
  defaultStep,
  POINTS_MAX,
  permittedSteps,
  STEP_MILLIS,
  type Step,
  stepBoundaries,
} from "@/domain/steps";
import type { ServiceContext } from "@/lib/services/context";

export type CountInput = EventFilters & {
  step?: Step | undefined;
  tz?: string | undefined;
  group_by?: Grouping | undefined;
  /** False: only the totals of each series. */
  points?: boolean | undefined;
};

/** Points of all series together; beyond it an answer is tens of megabytes. */
const CELLS_MAX = 200_000;

/**
 * Failures over time by the rules of CONTRACT "Reading": the sum of the series is the total, and the list of
 * events counts the same. Throws `invalid_range` and `too_many_points`.
 */
export async function countEvents(ctx: ServiceContext, input: CountInput) {
  const range = readRange(input, ctx.now());
  const length = range.to - range.from;
  const step = input.step ?? defaultStep(length);
  const tz = input.tz ?? ctx.settings.time_zone;
  if (length / STEP_MILLIS[step] > POINTS_MAX) throw tooManyPoints(length);
  const boundaries = stepBoundaries(range.from, range.to, step, tz);
  const question = ask(ctx, input, step, boundaries);
  return inSnapshot(ctx.db, async (tx) => {
    const { group_by } = input;
    const series =
      input.points === false
        ? await sumsOf(tx, question, group_by)
        : await pointsOf(tx, question, group_by, { length, step });
    const against = callsKnow(input) ? await countAgainstCalls(tx, askForCalls(question)) : null;
    return {
      from: isoOf(boundaries[0] ?? 0),
      to: isoOf(boundaries.at(-1) ?? 0),
      step,
      tz,
      series,
      totals: { ...totalsOf(series), ...rateOf(against) },
      rows_available_from: await readRowsAvailableFrom(tx),
    };
  });
}

async function pointsOf(
  tx: Transaction,
  question: RateQuestion,
  group_by: Grouping | undefined,
  { length, step }: { length: number; step: Step },
): Promise<RateSeries[]> {
  const { boundaries } = question;
  const cells = await countBySteps(tx, question, group_by);
  refuseTooManyCells(cells, boundaries, length, step);
  return toRateSeries(cells, boundaries.slice(0, -1).map(isoOf), group_by !== undefined);
}

/** The whole range is one step, which is left out of the answer: nothing grows with the steps, however many series. */
async function sumsOf(
  tx: Transaction,
  question: RateQuestion,
  group_by: Grouping | undefined,
): Promise<RateSeries[]> {
  const { boundaries } = question;
  const ends = [boundaries[0] ?? 0, boundaries.at(-1) ?? 0];
  const cells = await countBySteps(tx, { ...question, boundaries: ends }, group_by);
  const series = toRateSeries(cells, ends.slice(0, 1).map(isoOf), group_by !== undefined);
  return series.map((one) => ({ ...one, points: [] }));
}

const isoOf = (millis: number) => instantFromMicros(millis * 1000).iso;

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

function askForCalls(question: RateQuestion): RateQuestion {
  const { boundaries } = question;
  return { ...question, rows: chooseRowsForCalls(boundaries[0] ?? 0, boundaries.at(-1) ?? 0) };
}

function rateOf(against: RateAgainstCalls | null): { calls: number | null; failure_rate: number | null } {
  if (against === null) return { calls: null, failure_rate: null };
  return { calls: against.calls, failure_rate: against.failures / against.calls };
}

function refuseTooManyCells(
  cells: readonly RateCell[],
  boundaries: readonly number[],
  length: number,
  step: Step,
): void {
  const keys = new Set(cells.map(({ key }) => key)).size;
  if (keys * boundaries.length <= CELLS_MAX) return;
  const coarser = permittedSteps(length).filter(
    (other) => STEP_MILLIS[other] > STEP_MILLIS[step] && (keys * length) / STEP_MILLIS[other] <= CELLS_MAX,
  );
  throw tooManyPoints(length, coarser);
}
