import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bulkActions } from "./bulk-actions";
import { cases } from "./cases";
import { instant } from "./instant";

/** One case of a frozen set, and what became of it. */
export const bulkItems = pgTable(
  "bulk_items",
  {
    bulk_id: uuid()
      .notNull()
      .references(() => bulkActions.bulk_id),
    position: integer().notNull(),
    case_id: uuid()
      .notNull()
      .references(() => cases.case_id),
    /** Which opening was chosen: what was reopened since is another matter. */
    opening: integer().notNull(),
    /** Which verdict waited for a second person then: another proposal is another matter. */
    proposal_id: uuid(),
    outcome: text({ enum: ["done", "skipped", "failed"] }),
    /** The code of the error that a single call would have answered. */
    code: text(),
    message: text(),
    at: instant(),
  },
  (table) => [
    primaryKey({ name: "bulk_items_pk", columns: [table.bulk_id, table.position] }),
    index("bulk_items_open").on(table.bulk_id, table.position).where(sql`outcome is null`),
    index("bulk_items_by_case").on(table.case_id),
    check("bulk_items_outcome", sql`${table.outcome} in ('done', 'skipped', 'failed')`),
    check("bulk_items_over", sql`(${table.outcome} is null) = (${table.at} is null)`),
  ],
);
