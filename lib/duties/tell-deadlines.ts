import { QUEUE_TOPIC, topicOfCase } from "@/db/queries/case-topics";
import { tellDeadlines } from "@/db/queries/deadlines";
import { instantFromDate } from "@/domain/instant";
import type { Duty } from "./duty";

const BATCH = 500;

/**
 * Reminds of deadlines before they pass, and tells of those that have; each once. What is overdue stands in its view by
 * the time alone, so nothing there depends on this.
 */
export const tellOfDeadlines: Duty = {
  name: "tell-deadlines",
  every_seconds: 15,
  run: async ({ db, hub, now }, signal) => {
    let told = BATCH;
    while (told === BATCH && !signal?.aborted) {
      const at = instantFromDate(now()).iso;
      const case_ids = await db.transaction((tx) => tellDeadlines(tx, at, BATCH));
      if (case_ids.length === 0) return;
      for (const topic of [QUEUE_TOPIC, ...case_ids.map(topicOfCase)]) hub.publish(topic);
      told = case_ids.length;
    }
  },
};
