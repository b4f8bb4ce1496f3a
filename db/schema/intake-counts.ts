import { sql } from "drizzle-orm";
import { bigint, check, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { INTAKE_MEASURES } from "@/domain/intake";
import { instant } from "./instant";

/**
 * What came in by source, door and five minutes, by when it was received. Written in the transaction that stores what
 * it counts, so accepted + duplicate + conflict + rejected = sent, whatever ends the process.
 */
export const intakeCounts = pgTable(
  "intake_counts",
  {
    source_id: integer().notNull(),
    door: text().notNull(),
    /** The start of its five minutes. */
    slot: instant().notNull(),
    measure: text({ enum: INTAKE_MEASURES }).notNull(),
    /** The reason of `rejected`; the upper bound in seconds of `lag` (`inf` above all); else empty. */
    detail: text().notNull().default(""),
    items: bigint({ mode: "number" }).notNull(),
  },
  (table) => [
    primaryKey({
      name: "intake_counts_pk",
      columns: [table.source_id, table.door, table.slot, table.measure, table.detail],
    }),
    index("intake_counts_by_time").on(table.slot),
    check("intake_counts_items", sql`${table.items} > 0`),
    check(
      "intake_counts_measure",
      sql`${table.measure} in ('accepted', 'duplicate', 'conflict', 'rejected', 'skewed', 'sanitized', 'scrubbed', 'malformed_code', 'message_cut', 'leaked', 'lag')`,
    ),
  ],
);
