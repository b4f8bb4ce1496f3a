import { QUEUE_TOPIC, topicOfCase } from "@/db/queries/case-topics";
import { rescueClaims } from "@/db/queries/claims";
import { instantFromDate } from "@/domain/instant";
import type { Duty } from "./duty";

/**
 * Frees cases whose claims ran out and wakes those whose snooze is over, so that lists and take-next show them as unclaimed. Nothing depends on
 * its punctuality: everyone who reads or claims compares these times with the clock anyway.
 */
export const rescueExpiredClaims: Duty = {
  name: "rescue-claims",
  every_seconds: 30,
  run: async ({ db, hub, now }) => {
    for (;;) {
      const freed = await db.transaction((tx) => rescueClaims(tx, instantFromDate(now()).iso));
      if (freed.length === 0) return;
      for (const topic of [QUEUE_TOPIC, ...freed.map(topicOfCase)]) hub.publish(topic);
    }
  },
};
