import { judgeSilences } from "@/lib/services/silence/judge-silences";
import type { Duty } from "./duty";

/** Finds codes that have gone silent by their own rhythm; soon after a history was sent at once, too. */
export const findSilences: Duty = {
  name: "find-silences",
  every_seconds: 300,
  run: (ctx, signal) => judgeSilences(ctx, signal),
};
