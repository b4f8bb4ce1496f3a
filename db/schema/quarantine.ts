import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, integer, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { bytewiseText } from "./events";
import { instant } from "./instant";

/** What was rejected or conflicted at a door, with its reason and scrubbed payload: nothing sent is lost. */
export const quarantine = pgTable(
  "quarantine",
  {
    quarantine_id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    source_id: integer().notNull(),
    door: text().notNull(),
    reason: text().notNull(),
    field: text(),
    detail: text().notNull(),
    reference: bytewiseText(),
    skeleton: bytewiseText(),
    tool: text(),
    tenant: text(),
    environment: text(),
    service: text(),
    event_id: uuid(),
    payload: text().notNull(),
    content_hash: bigint({ mode: "bigint" }).notNull(),
    says_unknown: boolean().notNull(),
    received_at: instant().notNull(),
    last_received_at: instant().notNull(),
    times: integer().notNull(),
  },
  (table) => [
    unique("quarantine_item").on(table.source_id, table.door, table.reason, table.content_hash),
    index("quarantine_by_reference").on(table.reference),
    index("quarantine_by_skeleton").on(table.skeleton),
    index("quarantine_by_time").on(table.received_at),
    check("quarantine_times", sql`${table.times} >= 1`),
  ],
);
