import { coarsenDay, listFineDays } from "@/db/queries/coarse-calls";
import { readDecidedRetention, restsUntil } from "@/db/queries/retention";
import { addSeconds, instantFromDate } from "@/domain/instant";
import type { Duty } from "./duty";

const DAY_SECONDS = 86_400;
/** A report may speak of minutes that were a day ahead when it came; and clocks differ. */
const AHEAD_DAYS = 2;
/** A preview of an alert goes back a month by the minute, and its first window a day further. */
const FINE_DAYS = 33;
const AT_ONCE = 100;

/**
 * Keeps calls older than events by the quarter hour, which is as finely as failures are known then: one row instead of
 * fifteen (decision 0150). A day is a transaction; as drops of partitions do, it rests for an hour after a change of the
 * retention.
 */
export const coarsenCalls: Duty = {
  name: "coarsen-calls",
  every_seconds: 3600,
  run: async ({ db, env, now }, signal) => {
    const at = instantFromDate(now()).iso;
    const decided = await readDecidedRetention(db);
    const rests = restsUntil(decided);
    if (rests !== null && at < rests) return;
    const kept = (decided.retention_days ?? env.ERRATA_RETENTION_DAYS) + AHEAD_DAYS;
    const before = addSeconds(at, -Math.max(kept, FINE_DAYS) * DAY_SECONDS);
    let days: string[];
    do {
      days = await listFineDays(db, before, AT_ONCE);
      for (const day of days) {
        if (signal?.aborted) return;
        await db.transaction((tx) => coarsenDay(tx, day));
      }
    } while (days.length === AT_ONCE);
  },
};
