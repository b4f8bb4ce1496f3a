import { foldDay, listUnfoldedDays } from "@/db/queries/folded-days";
import { addSeconds, instantFromDate } from "@/domain/instant";
import type { Duty } from "./duty";

/** So long after its end an hour is folded: what is not late has come by then. */
const AFTER_SECONDS = 90 * 60;
const AT_ONCE = 50;

/**
 * Folds days, today's as far as it is over, to each part that charts are drawn by (decision 0146). Each day is a
 * transaction of its own, and being cut off or run twice changes nothing.
 */
export const foldDays: Duty = {
  name: "fold-days",
  every_seconds: 600,
  run: async ({ db, now }, signal) => {
    const before = `${addSeconds(instantFromDate(now()).iso, -AFTER_SECONDS).slice(0, 13)}:00:00.000000Z`;
    for (;;) {
      const days = await listUnfoldedDays(db, before, AT_ONCE);
      let folded = 0;
      for (const day of days) {
        if (signal?.aborted) return;
        if (await foldDay(db, day)) folded += 1;
      }
      // What came late into all of them is left to the next run.
      if (days.length < AT_ONCE || folded === 0) return;
    }
  },
};
