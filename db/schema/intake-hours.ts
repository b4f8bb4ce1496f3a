import { sql } from "drizzle-orm";
import { bigint, check, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { INTAKE_MEASURES } from "@/domain/intake";
import { instant } from "./instant";

/**
 * `intake_counts` of whole hours that are over, by quarter, so that half-hour and quarter-hour zones are exact. Made from
 * them by a duty, and never added to: a twelfth of the rows for reading a month (decision 0099).
 */
export const intakeHours = pgTable(
  "intake_hours",
  {
    source_id: integer().notNull(),
    door: text().notNull(),
    hour: instant().notNull(),
    measure: text({ enum: INTAKE_MEASURES }).notNull(),
    detail: text().notNull(),
    q0: bigint({ mode: "number" }).notNull(),
    q1: bigint({ mode: "number" }).notNull(),
    q2: bigint({ mode: "number" }).notNull(),
    q3: bigint({ mode: "number" }).notNull(),
  },
  (table) => [
    primaryKey({
      name: "intake_hours_pk",
      columns: [table.hour, table.source_id, table.door, table.measure, table.detail],
    }),
    check(
      "intake_hours_items",
      sql`least(${table.q0}, ${table.q1}, ${table.q2}, ${table.q3}) >= 0 and ${table.q0} + ${table.q1} + ${table.q2} + ${table.q3} > 0`,
    ),
  ],
);

/** The hours that `intake_hours` speaks for, unless something came late for them. */
export const rolledIntakeHours = pgTable("rolled_intake_hours", { hour: instant().primaryKey() });

/**
 * Hours that were counted in when they were long over: one row for each transaction, so that none waits for another, and
 * rolling removes those alone whose counts it has seen.
 */
export const lateIntakeHours = pgTable("late_intake_hours", { hour: instant().notNull() }, (table) => [
  index("late_intake_hours_by_time").on(table.hour),
]);
