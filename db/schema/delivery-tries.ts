import { bigint, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { deliveries } from "./deliveries";
import { instant } from "./instant";

/** Every try, with what came back. */
export const deliveryTries = pgTable(
  "delivery_tries",
  {
    try_id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    delivery_id: uuid()
      .notNull()
      .references(() => deliveries.delivery_id),
    try_number: integer().notNull(),
    started_at: instant().notNull(),
    duration_ms: integer().notNull(),
    /** Null when nothing was answered. */
    status: integer(),
    /** A code of ours, e.g. `timed_out`. */
    error: text(),
    /** The first of it, scrubbed. */
    response: text(),
    /** Who asked for it; null: the schedule. */
    by: text(),
  },
  (table) => [index("delivery_tries_by_delivery").on(table.delivery_id, table.try_id)],
);
