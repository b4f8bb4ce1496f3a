import { cumulate } from "@/domain/recovery";
import { formatCount, formatShare } from "./prepare-format";

type AttemptCount = { attempts: number; episodes: number };
/** One curve: its name and the episodes by attempts, ascending. */
export type AttemptCurve = {
  name: string;
  look: "all" | "before" | "after";
  attempts: readonly AttemptCount[];
};

export type AttemptPoint = { attempts: number } & Partial<Record<AttemptCurve["look"], number>>;
export type AttemptsChart = {
  /** A step at each number of attempts that any curve has; a curve without episodes has no points at all. */
  points: readonly AttemptPoint[];
  curves: readonly Omit<AttemptCurve, "attempts">[];
  xTicks: readonly number[];
  yTicks: readonly number[];
  summary: string;
  rows: readonly {
    attempts: number;
    cells: readonly { look: AttemptCurve["look"]; episodes: number; share: number }[];
  }[];
};

/** Half, nine of ten, ninety-nine of a hundred stand on the curve where the percentiles are. */
const Y_TICKS = [0, 0.5, 0.9, 1];

/** The share of episodes that took at most so many attempts, as steps that end at all of them. */
export function prepareAttempts(curves: readonly AttemptCurve[], maxTicks: number): AttemptsChart {
  const drawn = curves.filter(({ attempts }) => attempts.length > 0);
  const counts = drawn.map(({ look, attempts }) => ({ look, steps: cumulate(attempts) }));
  const values = [...new Set(counts.flatMap(({ steps }) => steps.map((step) => step.attempts)))];
  const most = Math.max(1, ...values);
  const xs = [...new Set([1, ...values, most])].sort((one, other) => one - other);
  return {
    points: xs.map((attempts) => ({
      attempts,
      ...Object.fromEntries(counts.map(({ look, steps }) => [look, shareAt(steps, attempts)])),
    })),
    curves: drawn.map(({ name, look }) => ({ name, look })),
    xTicks: attemptTicks(most, maxTicks),
    yTicks: Y_TICKS,
    summary: summarize(drawn),
    rows: values
      .sort((one, other) => one - other)
      .map((attempts) => ({
        attempts,
        cells: counts.map(({ look, steps }) => ({
          look,
          episodes: steps.find((step) => step.attempts === attempts)?.episodes ?? 0,
          share: shareAt(steps, attempts),
        })),
      })),
  };
}

type Steps = ReturnType<typeof cumulate>;
const shareAt = (steps: Steps, attempts: number) =>
  steps.findLast((step) => step.attempts <= attempts)?.share ?? 0;

/** Whole attempts from the first to the most, as many as fit. */
function attemptTicks(most: number, maxTicks: number): number[] {
  const step = Math.max(1, Math.ceil((most - 1) / Math.max(1, maxTicks - 1)));
  const ticks: number[] = [];
  for (let tick = 1; tick < most - step / 2; tick += step) ticks.push(tick);
  return [...ticks, most];
}

function summarize(drawn: readonly AttemptCurve[]): string {
  if (drawn.length === 0) return "Nothing ended in this range, so there is no distribution.";
  return drawn
    .map(({ name, attempts }) => {
      const steps = cumulate(attempts);
      const episodes = attempts.reduce((sum, one) => sum + one.episodes, 0);
      const within = formatShare(shareAt(steps, 2));
      return `${name}: ${within} of ${formatCount(episodes)} within two attempts`;
    })
    .join(". ");
}
