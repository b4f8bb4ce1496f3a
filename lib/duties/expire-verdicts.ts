import { topicsForIntent } from "@/db/queries/case-topics";
import { expireUnheard, listUnheardVerdicts } from "@/db/queries/unheard-verdicts";
import { instantFromDate } from "@/domain/instant";
import type { Duty } from "./duty";

const BATCH = 200;

/**
 * Reopens cases whose `safe_to_retry` ran out before anybody heard of it: nobody acts on it, nobody asks, and nobody
 * would look again. What was handed over stays settled, for its runtime may be acting (decision 15).
 */
export const expireVerdicts: Duty = {
  name: "expire-verdicts",
  every_seconds: 30,
  run: async ({ db, hub, now }, signal) => {
    let reopened = BATCH;
    // A batch of which nothing could be reopened is left for the next run.
    while (reopened > 0 && !signal?.aborted) {
      reopened = 0;
      const at = instantFromDate(now()).iso;
      const found = await listUnheardVerdicts(db, at, BATCH);
      for (const unheard of found) {
        if (signal?.aborted) return;
        if (!(await db.transaction((tx) => expireUnheard(tx, unheard, at)))) continue;
        for (const topic of topicsForIntent(unheard)) hub.publish(topic);
        reopened += 1;
      }
      if (found.length < BATCH) return;
    }
  },
};
