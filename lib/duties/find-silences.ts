import { judgeSilences } from "@/lib/services/silence/judge-silences";
import type { Duty } from "./duty";

/** Finds codes that have gone silent by their own rhythm; rhythms are of hours, so twice an hour is often enough. */
export const findSilences: Duty = {
  name: "find-silences",
  every_seconds: 1_800,
  run: (ctx, signal) => judgeSilences(ctx, signal),
};
