import { type DomainError, validationError } from "./errors";
import { instantFromDate, microsOf } from "./instant";
import { permittedSteps, STEP_MILLIS, type Step } from "./steps";

/**
 * The range of a reading in milliseconds since 1970; a day up to now where nothing is said. Finer parts are widened away
 * anyway. Throws `invalid_range`.
 */
export function readRange(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  now: Date,
): { from: number; to: number } {
  const end = Math.ceil(microsOf(to ?? instantFromDate(now).iso) / 1000);
  const start = from === undefined ? end - STEP_MILLIS["1d"] : Math.floor(microsOf(from) / 1000);
  if (start < end) return { from: start, to: end };
  throw validationError("invalid_range", "`from` must be before `to`.", {
    field: "from",
    received: from,
    hint: "The range is half-open: from is inside, to is not.",
  });
}

/** The refusal of a range of so many milliseconds that has too many steps; `permitted` are the steps that would do. */
export function tooManyPoints(length: number, permitted: Step[] = permittedSteps(length)): DomainError {
  return validationError("too_many_points", "The range has too many steps for one answer.", {
    field: "step",
    permitted,
    hint: permitted.length > 0 ? "Ask for a coarser step." : "Ask for a shorter range or filter further.",
  });
}

/** Points of all series together; beyond it an answer is tens of megabytes. */
const CELLS_MAX = 200_000;

/** Refuses to answer so many series in these steps, and says which steps would do. Throws `too_many_points`. */
export function refuseTooManyCells(keys: number, boundaries: readonly number[], step: Step): void {
  if (keys * boundaries.length <= CELLS_MAX) return;
  const length = (boundaries.at(-1) ?? 0) - (boundaries[0] ?? 0);
  const coarser = permittedSteps(length).filter(
    (other) => STEP_MILLIS[other] > STEP_MILLIS[step] && (keys * length) / STEP_MILLIS[other] <= CELLS_MAX,
  );
  throw tooManyPoints(length, coarser);
}
