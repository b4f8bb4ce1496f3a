import type { IntakeAnswer } from "@/lib/contract/intake";
import { type AxisTick, countTicks, stepLabel, timeTicks, zoneLabel } from "./prepare-axis";
import { formatCount, perStep } from "./prepare-format";

/** What becomes of items, bottom to top; the order never changes. */
export const INTAKE_FATES = ["accepted", "duplicate", "conflict", "rejected"] as const;
export type IntakeFate = (typeof INTAKE_FATES)[number];

export type IntakeStep = { start: string; end: string; label: string; received: number } & Record<
  IntakeFate,
  number
>;

export type IntakeChart = {
  /** Those that occur, with how many there were */
  fates: readonly { fate: IntakeFate; items: number }[];
  steps: readonly IntakeStep[];
  xTicks: readonly AxisTick[];
  yTicks: readonly number[];
  yTitle: string;
  zone: string;
  summary: string;
};

/** What came in over time by what became of it; `maxTicks` is what the width can hold. */
export function prepareIntake({ totals, to, step, tz, from }: IntakeAnswer, maxTicks: number): IntakeChart {
  const steps = totals.points.map(([start, accepted, duplicate, conflict, rejected], index): IntakeStep => {
    const end = totals.points[index + 1]?.[0] ?? to;
    const received = accepted + duplicate + conflict + rejected;
    return {
      ...{ start, end, label: stepLabel(start, end, tz) },
      ...{ received, accepted, duplicate, conflict, rejected },
    };
  });
  const fates = INTAKE_FATES.map((fate) => ({ fate, items: totals[fate] })).filter(({ items }) => items > 0);
  const parts = fates.map(({ fate, items }) => `${fate} ${formatCount(items)}`);
  return {
    fates,
    steps,
    xTicks: timeTicks(
      steps.map(({ start }) => start),
      tz,
      maxTicks,
    ),
    yTicks: countTicks(Math.max(0, ...steps.map(({ received }) => received))),
    yTitle: `Items ${perStep(step)}`,
    zone: zoneLabel(from, tz),
    summary:
      totals.received === 0
        ? "Nothing came in."
        : `${formatCount(totals.received)} items ${perStep(step)}: ${parts.join(", ")}.`,
  };
}
