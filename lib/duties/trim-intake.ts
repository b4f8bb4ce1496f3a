import { trimLeaks } from "@/db/queries/add-leaks";
import { trimIntakeCounts } from "@/db/queries/intake-counts";
import { addSeconds, instantFromDate } from "@/domain/instant";
import { loadSettings } from "@/lib/services/load-settings";
import type { Duty } from "./duty";

const DAY_SECONDS = 86_400;

/** Removes the counts of what came in and of what leaked once they are older than the events, some thousands at a time. */
export const trimIntake: Duty = {
  name: "trim-intake",
  every_seconds: 3600,
  run: async (ctx, signal) => {
    const { db, now } = ctx;
    const { retention_days } = await loadSettings(ctx);
    const before = addSeconds(instantFromDate(now()).iso, -retention_days * DAY_SECONDS);
    while (!signal?.aborted && (await trimIntakeCounts(db, before)) > 0);
    while (!signal?.aborted && (await trimLeaks(db, before.slice(0, 10))) > 0);
  },
};
