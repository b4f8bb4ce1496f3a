import { trimCallReports, trimRecoveries } from "@/db/queries/trim-reports";
import { addSeconds, instantFromDate } from "@/domain/instant";
import { loadSettings } from "@/lib/services/load-settings";
import type { Duty } from "./duty";

const DAY_SECONDS = 86_400;
/** A report may speak of minutes that were a day ahead when it came; and clocks differ. */
const AHEAD_DAYS = 2;

/** Removes recoveries that are older than events are kept, and the ids of reports that can come no more. */
export const trimReports: Duty = {
  name: "trim-reports",
  every_seconds: 3600,
  run: async (ctx, signal) => {
    const { retention_days } = await loadSettings(ctx);
    const daysAgo = (days: number) => addSeconds(instantFromDate(ctx.now()).iso, -days * DAY_SECONDS);
    while (!signal?.aborted && (await trimRecoveries(ctx.db, daysAgo(retention_days))) > 0);
    while (!signal?.aborted && (await trimCallReports(ctx.db, daysAgo(retention_days + AHEAD_DAYS))) > 0);
  },
};
