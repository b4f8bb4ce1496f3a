import type { Transaction } from "@/db/client";
import { countTold } from "@/db/queries/alert-changes";
import { ALERTS_TOPIC } from "@/db/queries/alerts";
import { QUEUE_TOPIC } from "@/db/queries/case-topics";
import { noticesOf } from "@/db/queries/notices";
import { type TakenMessage, takeMessages } from "@/db/queries/outbox";
import { expandToSubscribers } from "@/db/queries/take-deliveries";
import { instantFromDate } from "@/domain/instant";
import { DELIVERIES_TOPIC } from "@/lib/services/send-delivery";
import type { Duty } from "./duty";

/** Makes of messages what somebody is to be told; answers how many were made. */
type Expansion = {
  expand: (tx: Transaction, messages: readonly TakenMessage[], now: string) => Promise<number>;
  /** Published after the commit when it made any. */
  topic: string;
};

/** Everyone who is told of what happened: all in the one transaction that marks the messages as taken. */
const EXPANSIONS: readonly Expansion[] = [{ expand: expandToSubscribers, topic: DELIVERIES_TOPIC }];

const BATCH = 500;

/** Turns messages of the outbox into what is sent to each of those who asked for them. */
export const expandOutbox: Duty = {
  name: "expand-outbox",
  every_seconds: 5,
  wake_on: [QUEUE_TOPIC, ALERTS_TOPIC],
  run: async ({ db, hub, now }, signal) => {
    let taken = BATCH;
    while (taken === BATCH && !signal?.aborted) {
      const at = instantFromDate(now()).iso;
      const batch = await db.transaction((tx) => expandBatch(tx, at));
      for (const topic of batch.topics) hub.publish(topic);
      taken = batch.taken;
    }
  },
};

async function expandBatch(tx: Transaction, now: string): Promise<{ taken: number; topics: string[] }> {
  const messages = await takeMessages(tx, BATCH, now);
  const topics: string[] = [];
  if (messages.length > 0) {
    topics.push(...(await noticesOf(tx, messages)));
    for (const { expand, topic } of EXPANSIONS) if ((await expand(tx, messages, now)) > 0) topics.push(topic);
    const ids = messages.map(({ message_id }) => message_id);
    // Whoever reads the history reads to how many it went.
    if ((await countTold(tx, ids)) > 0) topics.push(ALERTS_TOPIC);
  }
  return { taken: messages.length, topics };
}
