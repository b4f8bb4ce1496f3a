import { listIntakeHoursToRoll, rollIntakeHour } from "@/db/queries/intake-hours";
import type { Duty } from "./duty";

const AT_ONCE = 100;

/**
 * Sums up what came in by whole hours that are over, and again what was counted in late, so that a month is read from a
 * twelfth of the rows (decision 0099). Each hour is a transaction of its own; being cut off or run twice changes nothing.
 */
export const rollIntake: Duty = {
  name: "roll-intake",
  every_seconds: 300,
  run: async ({ db }, signal) => {
    let before: string | null = null;
    do {
      const hours: string[] = await listIntakeHoursToRoll(db, { before, limit: AT_ONCE });
      for (const hour of hours) {
        if (signal?.aborted) return;
        await db.transaction((tx) => rollIntakeHour(tx, hour));
      }
      before = hours.length < AT_ONCE ? null : (hours.at(-1) ?? null);
    } while (before !== null);
  },
};
