import { trimKeptFrames as trimRows } from "@/db/queries/kept-frames";
import { addSeconds, instantFromDate } from "@/domain/instant";
import { loadSettings } from "@/lib/services/load-settings";
import type { Duty } from "./duty";

const DAY_SECONDS = 86_400;

/** Removes frames that were kept for a case once it was settled for as long as frames are kept: until then it may reopen. */
export const trimKeptFrames: Duty = {
  name: "trim-kept-frames",
  every_seconds: 3600,
  run: async (ctx, signal) => {
    const { retention_days } = await loadSettings(ctx);
    const before = addSeconds(instantFromDate(ctx.now()).iso, -retention_days * DAY_SECONDS);
    while (!signal?.aborted && (await trimRows(ctx.db, before)) > 0);
  },
};
