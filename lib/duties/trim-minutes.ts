import { trimMinutes } from "@/db/queries/rollups";
import { addSeconds, instantFromDate } from "@/domain/instant";
import { MINUTE_ROWS_MILLIS } from "@/domain/steps";
import type { Duty } from "./duty";

/** Removes minute rows that outlived their use, some thousands at a time so that nobody waits for it. */
export const trimOldMinutes: Duty = {
  name: "trim-minutes",
  every_seconds: 3600,
  run: async ({ db, now }) => {
    const before = addSeconds(instantFromDate(now()).iso, -MINUTE_ROWS_MILLIS / 1000);
    while ((await trimMinutes(db, before)) > 0);
  },
};
