import { trimMinutes } from "@/db/queries/rollups";
import { addSeconds, instantFromDate } from "@/domain/instant";
import type { Duty } from "./duty";

/** Minute rows live seven days (DESIGN 6); finer questions about older times are answered from the events. */
export const MINUTES_KEPT_SECONDS = 7 * 86_400;

/** Removes minute rows that outlived their use, some thousands at a time so that nobody waits for it. */
export const trimOldMinutes: Duty = {
  name: "trim-minutes",
  every_seconds: 3600,
  run: async ({ db, now }) => {
    const before = addSeconds(instantFromDate(now()).iso, -MINUTES_KEPT_SECONDS);
    while ((await trimMinutes(db, before)) > 0);
  },
};
