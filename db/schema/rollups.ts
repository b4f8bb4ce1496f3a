import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { instant } from "./instant";

/** Failures per minute for the `overview` and `full` levels; kept seven days (finer than that is read from events). */
export const rollupMinutes = pgTable(
  "rollup_minutes",
  {
    series_id: integer().notNull(),
    minute: instant().notNull(),
    failures: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.series_id, table.minute] }),
    index("rollup_minutes_by_time").on(table.minute),
    check("rollup_minutes_counts", sql`${table.failures} > 0`),
  ],
);

/** Failures per hour for all three levels, by quarter, so that half-hour and quarter-hour zones are exact. */
export const rollupHours = pgTable(
  "rollup_hours",
  {
    series_id: integer().notNull(),
    hour: instant().notNull(),
    q0: integer().notNull(),
    q1: integer().notNull(),
    q2: integer().notNull(),
    q3: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.series_id, table.hour] }),
    index("rollup_hours_by_time").on(table.hour),
    check(
      "rollup_hours_counts",
      sql`least(${table.q0}, ${table.q1}, ${table.q2}, ${table.q3}) >= 0 and ${table.q0} + ${table.q1} + ${table.q2} + ${table.q3} > 0`,
    ),
  ],
);

/**
 * Whole days (UTC) of the `overview` and `full` levels, made from the hours once a day is over: charts over months read
 * a twentieth of the rows. `sums` holds, for each quarter hour that ended, the failures of the day up to then, so that
 * any part of a day in any zone is one subtraction (decision 0112).
 */
export const rollupDays = pgTable(
  "rollup_days",
  {
    series_id: integer().notNull(),
    day: instant().notNull(),
    sums: integer().array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.series_id, table.day] }),
    index("rollup_days_by_time").on(table.day),
    check("rollup_days_quarters", sql`cardinality(${table.sums}) = 96`),
  ],
);

/** The days that `rollup_days` speaks for; a failure that comes late takes its day out again. */
export const rolledDays = pgTable("rolled_days", { day: instant().primaryKey() });
