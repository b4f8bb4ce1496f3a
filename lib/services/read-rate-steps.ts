import type { EventFilters } from "@/domain/filters";
import { readRange, tooManyPoints } from "@/domain/reading-range";
import { defaultStep, POINTS_MAX, STEP_MILLIS, type Step, stepBoundaries } from "@/domain/steps";
import type { ServiceContext } from "./context";

export type StepsAsked = Pick<EventFilters, "from" | "to"> & {
  step?: Step | undefined;
  tz?: string | undefined;
};

/** The steps of a reading, whole ones of the zone. Throws `invalid_range` and `too_many_points`. */
export function readSteps(
  ctx: ServiceContext,
  input: StepsAsked,
): { boundaries: number[]; step: Step; tz: string } {
  const range = readRange(input, ctx.now());
  const length = range.to - range.from;
  const step = input.step ?? defaultStep(length);
  const tz = input.tz ?? ctx.settings.time_zone;
  if (length / STEP_MILLIS[step] > POINTS_MAX) throw tooManyPoints(length);
  return { boundaries: stepBoundaries(range.from, range.to, step, tz), step, tz };
}

/** Milliseconds since 1970 as our text. */
