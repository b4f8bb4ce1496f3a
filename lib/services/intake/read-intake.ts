import { type IntakeSourceRow, readIntakeCounts, readIntakeSources } from "@/db/queries/intake-counts";
import { inSnapshot } from "@/db/queries/rates";
import { forbiddenError } from "@/domain/errors";
import { addSeconds, instantFromDate, isoFromMillis, microsOf } from "@/domain/instant";
import { INTAKE_SLOT_SECONDS, type IntakeDoor, intakeSlotOf } from "@/domain/intake";
import { type IntakePoint, type IntakeSum, measureIntake, pointsOf } from "@/domain/intake-report";
import { isUnconfined } from "@/domain/permissions";
import { readRange, tooManyPoints } from "@/domain/reading-range";
import {
  defaultStep,
  POINTS_MAX,
  permittedSteps,
  STEP_MILLIS,
  type Step,
  stepBoundaries,
} from "@/domain/steps";
import type { ServiceContext } from "../context";

/** Counts are kept by five minutes. */
type IntakeStep = Exclude<Step, "1m">;

export type ReadIntakeInput = {
  from?: string | undefined;
  to?: string | undefined;
  step?: IntakeStep | undefined;
  tz?: string | undefined;
  source?: string[] | undefined;
  door?: IntakeDoor[] | undefined;
};

/** A source that has a key and sent nothing for so long is silent. */
const SILENT_AFTER_SECONDS = 3_600;

/**
 * What came in by source, and what became of it, by when it was received (EXPERIENCE "Intake"). A source reports for
 * every tenant, so who is confined to a part may not see it: throws `forbidden`; also `invalid_range` and
 * `too_many_points`.
 */
export async function readIntake(ctx: ServiceContext, input: ReadIntakeInput) {
  if (!isUnconfined(ctx.caller.confinement)) throw forbiddenError();
  const { step, tz, boundaries } = readSteps(ctx, input);
  const now = instantFromDate(ctx.now()).iso;
  const rate_from = addSeconds(intakeSlotOf(now), -INTAKE_SLOT_SECONDS);
  const { counts, rows } = await inSnapshot(ctx.db, async (tx) => ({
    counts: await readIntakeCounts(tx, { boundaries, doors: input.door }),
    rows: await readIntakeSources(tx, { now, rate_from, doors: input.door }),
  }));
  const asked = new Set(input.source ?? []);
  const sources = rows.filter(
    (row) => (asked.size === 0 || asked.has(row.source)) && (row.has_key || row.last_received_at !== null),
  );
  const starts = boundaries.slice(0, -1);
  const minutes = (microsOf(now) - microsOf(rate_from)) / 60_000_000;
  const measured = (of: readonly IntakeSourceRow[]) => measure({ of, starts, minutes, ...counts });
  return {
    from: boundaries[0] ?? now,
    to: boundaries.at(-1) ?? now,
    step,
    tz,
    rate_from,
    totals: measured(sources),
    sources: sources
      .map((row) => ({
        source_id: row.source_id,
        source: row.source,
        last_received_at: row.last_received_at,
        state: stateOf(row, now),
        ...measured([row]),
      }))
      .toSorted((a, b) => b.received - a.received),
  };
}

function readSteps(ctx: ServiceContext, input: ReadIntakeInput) {
  const range = readRange(input, ctx.now());
  const length = range.to - range.from;
  const finest = defaultStep(length);
  const step = input.step ?? (finest === "1m" ? "5m" : finest);
  const tz = input.tz ?? ctx.settings.time_zone;
  if (length / STEP_MILLIS[step] > POINTS_MAX)
    throw tooManyPoints(
      length,
      permittedSteps(length).filter((permitted) => permitted !== "1m"),
    );
  const boundaries = stepBoundaries(range.from, range.to, step, tz);
  return { step, tz, boundaries: boundaries.map(isoFromMillis) };
}

type Measuring = {
  of: readonly IntakeSourceRow[];
  starts: readonly string[];
  minutes: number;
  sums: readonly IntakeSum[];
  points: readonly IntakePoint[];
};

function measure({ of, starts, minutes, sums, points }: Measuring) {
  const ids = new Set(of.map(({ source_id }) => source_id));
  const own = (each: { source_id: number }) => ids.has(each.source_id);
  return {
    ...measureIntake(sums.filter(own)),
    rate_per_minute: of.reduce((all, { recent }) => all + recent, 0) / minutes,
    points: pointsOf(points.filter(own), starts),
  };
}

type SourceState = "reporting" | "silent" | "never" | "without_key";

function stateOf({ has_key, last_received_at }: IntakeSourceRow, now: string): SourceState {
  if (!has_key) return "without_key";
  if (last_received_at === null) return "never";
  return last_received_at < addSeconds(now, -SILENT_AFTER_SECONDS) ? "silent" : "reporting";
}
