import { sql } from "drizzle-orm";
import { bigint, check, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "./instant";

/** How a run got over a failure: attempts until recovery, or that it gave up. */
export const recoveries = pgTable(
  "recoveries",
  {
    source_id: integer().notNull(),
    recovery_id: uuid().notNull(),
    content_hash: bigint({ mode: "bigint" }).notNull(),
    run_id: text().notNull(),
    tool: text().notNull(),
    code: text().notNull(),
    class: text(),
    attempts: integer().notNull(),
    outcome: text().notNull(),
    service: text(),
    environment: text(),
    tenant: text(),
    release: text(),
    occurred_at: instant().notNull(),
    received_at: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.source_id, table.recovery_id] }),
    index("recoveries_by_time").on(table.occurred_at),
    check("recoveries_outcome_known", sql`${table.outcome} in ('recovered', 'gave_up', 'escalated')`),
    check("recoveries_attempts_counted", sql`${table.attempts} >= 1`),
  ],
);
