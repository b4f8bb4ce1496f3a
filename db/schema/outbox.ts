import { sql } from "drizzle-orm";
import { check, index, json, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { cases } from "./cases";
import { instant } from "./instant";

/**
 * What the world is to be told, written in the transaction that made it true. `message_id` stays the same
 * on every try. `taken_at`: when the messages to the subscribers were made of it.
 */
export const outbox = pgTable(
  "outbox",
  {
    message_id: uuid().primaryKey(),
    type: text().notNull(),
    case_id: uuid().references(() => cases.case_id),
    verdict_id: uuid(),
    tenant: text(),
    environment: text(),
    service: text(),
    tool: text(),
    data: json().notNull(),
    created_at: instant().notNull(),
    taken_at: instant(),
  },
  (table) => [
    index("outbox_waiting").on(table.created_at).where(sql`taken_at is null`),
    index("outbox_by_case").on(table.case_id),
    // As of notices: for trimming, at no cost to what is written.
    index("outbox_by_age").using("brin", table.created_at),
    check(
      "outbox_type",
      sql`${table.type} in ('case.opened', 'case.settled', 'case.reopened', 'case.due_soon', 'case.overdue', 'alert.fired', 'alert.resolved', 'webhook.test')`,
    ),
  ],
);
