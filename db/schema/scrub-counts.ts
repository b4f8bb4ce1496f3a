import { sql } from "drizzle-orm";
import { bigint, check, date, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";

/** How many strings of credentials and the like each kind of rule hid, by source and day (UTC). What it was is not kept. */
export const scrubCounts = pgTable(
  "scrub_counts",
  {
    source_id: integer().notNull(),
    day: date({ mode: "string" }).notNull(),
    /** A built-in kind of `domain/redaction.ts`, or `custom:` and the rule's name. */
    kind: text().notNull(),
    found: bigint({ mode: "number" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.source_id, table.day, table.kind] }),
    check("scrub_counts_found", sql`${table.found} > 0`),
  ],
);
