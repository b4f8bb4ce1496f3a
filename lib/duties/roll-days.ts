import { listUnrolledDays, rollDay } from "@/db/queries/rolled-days";
import { addSeconds, instantFromDate } from "@/domain/instant";
import type { Duty } from "./duty";

/** So long after its end a day is rolled: what is not skewed has come by then. */
const AFTER_SECONDS = 12 * 3600;
const AT_ONCE = 50;

/**
 * Sums up days that are over, so that charts over months read days and not hours (decision 0112). Each day is a
 * transaction of its own, and being cut off or run twice changes nothing.
 */
export const rollDays: Duty = {
  name: "roll-days",
  every_seconds: 600,
  run: async ({ db, now }, signal) => {
    const before = addSeconds(instantFromDate(now()).iso, -AFTER_SECONDS);
    for (;;) {
      const days = await listUnrolledDays(db, before, AT_ONCE);
      for (const day of days) {
        if (signal?.aborted) return;
        await db.transaction((tx) => rollDay(tx, day));
      }
      if (days.length < AT_ONCE) return;
    }
  },
};
