import { inSnapshot } from "@/db/queries/rates";
import { readGroupDays, type WorklistFilters } from "@/db/queries/worklist";
import { burnDown, STAYS_DAYS } from "@/domain/burn-down";
import { gather } from "@/domain/gather";
import { isoFromMillis, microsOf } from "@/domain/instant";
import { readRange, tooManyPoints } from "@/domain/reading-range";
import { POINTS_MAX, STEP_MILLIS, stepBoundaries } from "@/domain/steps";
import type { ServiceContext } from "../context";
import { readMarked } from "../unmapped-groups";

export type CountGroupsInput = WorklistFilters & {
  from?: string | undefined;
  to?: string | undefined;
  tz?: string | undefined;
};

const DAYS = 30;
const DAY_MS = STEP_MILLIS["1d"];

/** How many groups are left to map, by day of the zone. Throws `invalid_range` and `too_many_points`. */
export async function countGroups(ctx: ServiceContext, { from, to, tz, ...filters }: CountGroupsInput) {
  const end = microsOf(to ?? isoFromMillis(ctx.now().getTime())) / 1000;
  const range = readRange({ from: from ?? isoFromMillis(end - DAYS * DAY_MS), to }, ctx.now());
  if ((range.to - range.from) / DAY_MS > POINTS_MAX) throw tooManyPoints(range.to - range.from, []);
  const zone = tz ?? ctx.settings.time_zone;
  const days = stepBoundaries(range.from, range.to, "1d", zone);
  const first = days[0] ?? range.from;
  const before = stepBoundaries(first - STAYS_DAYS * DAY_MS, first, "1d", zone);
  const { confinement } = ctx.caller;
  return inSnapshot(ctx.db, async (tx) => {
    const all = [...before.slice(0, -1), ...days];
    const seen = await readGroupDays(tx, { filters, confinement }, all);
    const lead = before.length - 1;
    const seenDays = gather(seen, ({ group_id }) => group_id);
    const counted = burnDown(
      days.length - 1,
      new Map([...seenDays].map(([id, on]) => [id, new Set(on.map(({ day }) => day - lead))])),
      daysOfMarks(await readMarked(tx, confinement), days),
    );
    return {
      ...{ from: isoFromMillis(first), to: isoFromMillis(days.at(-1) ?? range.to), tz: zone },
      days: counted.map((day, at) => ({
        from: isoFromMillis(days[at] ?? 0),
        to: isoFromMillis(days[at + 1] ?? 0),
        ...day,
      })),
    };
  });
}

type Marked = Awaited<ReturnType<typeof readMarked>>;

/** On which day each mark that holds was made; before the first day counts as the first. */
function daysOfMarks(marked: Marked, days: readonly number[]): Map<string, number> {
  return new Map(
    [...marked].flatMap(([id, { mark, returned }]) => {
      if (returned !== null) return [];
      const at = microsOf(mark.marked_at) / 1000;
      return [
        [
          id,
          Math.max(
            0,
            days.findLastIndex((day) => day <= at),
          ),
        ] as const,
      ];
    }),
  );
}
