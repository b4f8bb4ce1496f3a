import { sql } from "drizzle-orm";
import { bigint, check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { cases } from "./cases";
import { instant } from "./instant";

/** The history of holds on cases. The hold itself stands in `cases`; at most one row a case has no end. */
export const claims = pgTable(
  "claims",
  {
    claim_id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    case_id: uuid()
      .notNull()
      .references(() => cases.case_id),
    opening: integer().notNull(),
    by_kind: text({ enum: ["person", "key", "system"] }).notNull(),
    by_id: text().notNull(),
    by: text().notNull(),
    claimed_at: instant().notNull(),
    expires_at: instant().notNull(),
    ended_at: instant(),
    ended_as: text({ enum: ["given_back", "expired", "settled", "proposed", "escalated"] }),
  },
  (table) => [
    uniqueIndex("claims_one_live").on(table.case_id).where(sql`ended_at is null`),
    index("claims_by_case").on(table.case_id, table.claimed_at),
    index("claims_by_time").on(table.claimed_at),
    check("claims_ended", sql`(${table.ended_at} is null) = (${table.ended_as} is null)`),
    check(
      "claims_ended_as",
      sql`${table.ended_as} in ('given_back', 'expired', 'settled', 'proposed', 'escalated')`,
    ),
    check("claims_last", sql`${table.expires_at} > ${table.claimed_at}`),
  ],
);
