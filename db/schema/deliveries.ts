import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { DROPPED_BECAUSE } from "@/domain/webhook";
import { instant } from "./instant";
import { outbox } from "./outbox";
import { subscriptions } from "./subscriptions";

/** One message to one subscriber, until it took it or every try was made. */
export const deliveries = pgTable(
  "deliveries",
  {
    delivery_id: uuid().primaryKey(),
    message_id: uuid()
      .notNull()
      .references(() => outbox.message_id),
    subscription_id: uuid()
      .notNull()
      .references(() => subscriptions.subscription_id),
    state: text({ enum: ["waiting", "delivered", "failed", "dropped"] }).notNull(),
    tries: integer().notNull().default(0),
    created_at: instant().notNull(),
    /** When the next try is due; null once it is over. */
    next_at: instant(),
    /** A sender works on it until then; a crashed one's is taken again after it. */
    taken_until: instant(),
    delivered_at: instant(),
    /** Why it is not sent any more; only of what is dropped. */
    dropped_because: text({ enum: DROPPED_BECAUSE }),
  },
  (table) => [
    unique("deliveries_once").on(table.message_id, table.subscription_id),
    // Asked per subscription: what waits for a paused or failing one must not be stepped over again and again.
    index("deliveries_in_turn").on(table.subscription_id, table.next_at).where(sql`state = 'waiting'`),
    index("deliveries_by_subscription").on(table.subscription_id, table.created_at, table.delivery_id),
    check("deliveries_state", sql`${table.state} in ('waiting', 'delivered', 'failed', 'dropped')`),
    check("deliveries_due_while_waiting", sql`(${table.state} = 'waiting') = (${table.next_at} is not null)`),
    check("deliveries_delivered", sql`(${table.state} = 'delivered') = (${table.delivered_at} is not null)`),
  ],
);
