import { trimMessages, trimReadNotices } from "@/db/queries/trim-told";
import { addSeconds, instantFromDate } from "@/domain/instant";
import { loadSettings } from "@/lib/services/load-settings";
import type { Duty } from "./duty";

const DAY_SECONDS = 86_400;
/** A notice points to a case, which stays; who read it so long ago does not look for it again. */
const NOTICE_DAYS = 90;

/** Removes what people have read and the world has taken, once it is old; some hundred at a time. */
export const trimTold: Duty = {
  name: "trim-told",
  every_seconds: 3600,
  run: async (ctx, signal) => {
    const { db, now } = ctx;
    const { retention_days } = await loadSettings(ctx);
    const at = instantFromDate(now()).iso;
    const daysAgo = (days: number) => addSeconds(at, -days * DAY_SECONDS);
    while (!signal?.aborted && (await trimReadNotices(db, daysAgo(NOTICE_DAYS))) > 0);
    while (!signal?.aborted && (await trimMessages(db, daysAgo(retention_days), at)) > 0);
  },
};
