import { trimAlertChanges } from "@/db/queries/alert-changes";
import { addSeconds, instantFromDate } from "@/domain/instant";
import { evaluateAlerts } from "@/lib/services/alerts/evaluate-alerts";
import type { Duty } from "./duty";

const DAY_SECONDS = 86_400;
/** Changes that led to no firing are soon of no interest. */
const QUIET_DAYS = 30;
const HISTORY_DAYS = 400;

/** Evaluates alerts at the end of every minute. Bears being cut off and being run twice at once. */
export const evaluateAllAlerts: Duty = {
  name: "evaluate-alerts",
  every_seconds: 15,
  run: (ctx, signal) => evaluateAlerts(ctx, signal),
};

/** Forgets what alerts did long ago. */
export const trimAlerts: Duty = {
  name: "trim-alerts",
  every_seconds: 3_600,
  run: async ({ db, now }) => {
    const at = instantFromDate(now()).iso;
    const daysAgo = (days: number) => addSeconds(at, -days * DAY_SECONDS);
    await trimAlertChanges(db, { quiet: daysAgo(QUIET_DAYS), all: daysAgo(HISTORY_DAYS) });
  },
};
