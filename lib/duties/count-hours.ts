import { readCodeHours, readHoursOfFailures, readUnmappedHours } from "@/db/queries/count-hours";
import { listPartitions } from "@/db/queries/partitions";
import { lockHours, storeHour, trimGroups, trimHours } from "@/db/queries/store-hours";
import { hoursToCount } from "@/domain/hours-to-count";
import { addSeconds, compareInstants, instantFromDate } from "@/domain/instant";
import type { Duty, DutyContext } from "./duty";
import { sumHourDays } from "./sum-days";

const RECENT_SECONDS = 30 * 3600;

/**
 * Looks through the events of each hour in which something changed: which groups its unmapped failures make, and what its
 * bodies leave unsaid (decision 0114). What is read of an hour takes the place of what was read before, so that it bears
 * being cut off, and late events and frames find their place.
 */
export const countRecentHours: Duty = {
  name: "count-recent-hours",
  every_seconds: 15,
  run: async (ctx, signal) => {
    const oldest = await oldestHour(ctx);
    if (oldest === null) return;
    const from = addSeconds(instantFromDate(ctx.now()).iso, -RECENT_SECONDS);
    await countSince(ctx, compareInstants(from, oldest) < 0 ? oldest : from, signal);
  },
};

/** The same for what came for hours long past, and forgets what has no events any more. */
export const countOldHours: Duty = {
  name: "count-old-hours",
  every_seconds: 60,
  run: async (ctx, signal) => {
    const oldest = await oldestHour(ctx);
    if (oldest === null) return;
    await countSince(ctx, oldest, signal);
    while (!signal?.aborted && (await trimHours(ctx.db, oldest)));
    await trimGroups(ctx.db);
  },
};

/** Before it there are no events, so that nothing is to be counted anew: rollups stay longer. */
async function oldestHour({ db }: DutyContext): Promise<string | null> {
  return (await listPartitions(db, "events"))[0]?.from ?? null;
}

async function countSince(ctx: DutyContext, from: string, signal: AbortSignal | undefined): Promise<void> {
  const now = instantFromDate(ctx.now()).iso;
  for (const hour of hoursToCount(await readHoursOfFailures(ctx.db, from), now)) {
    if (signal?.aborted) return;
    await ctx.db.transaction(async (tx) => {
      await lockHours(tx);
      const codes = await readCodeHours(tx, hour);
      await storeHour(tx, hour, { codes, unmapped: await readUnmappedHours(tx, hour) }, now);
    });
  }
  await sumHourDays(ctx, signal);
}
