import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { FOLDED_PARTS } from "@/domain/folded-part";
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

/**
 * Days (UTC) for each part that a chart is drawn by, with all but that part, class and `unmapped` folded together: a chart
 * by code reads one row for each code and day, wherever it failed (decision 0146). Made from the hours, of today too as far
 * as they are over; `sums` as in `rollup_days`.
 */
export const foldedDays = pgTable(
  "folded_days",
  {
    day: instant().notNull(),
    part: text({ enum: FOLDED_PARTS }).notNull(),
    /** The value of the part; null where it was not reported, and for `none`. */
    key: text(),
    class: text().notNull(),
    unmapped: boolean().notNull(),
    sums: integer().array().notNull(),
  },
  (table) => [
    unique("folded_days_dimensions")
      .on(table.day, table.part, table.key, table.class, table.unmapped)
      .nullsNotDistinct(),
    check("folded_days_part", sql`${table.part} in ('none', 'tool', 'code', 'effect', 'release')`),
    check("folded_days_quarters", sql`cardinality(${table.sums}) = 96`),
  ],
);

/** How far into each day `folded_days` speaks for it; a failure that comes late takes its day out again. */
export const foldedUntil = pgTable(
  "folded_until",
  {
    day: instant().primaryKey(),
    /** A full hour; the start of the day while it is folded for the first time. */
    until: instant().notNull(),
    /** Which attempt at folding it may say that it is folded: the last that began. */
    turn: uuid().notNull(),
  },
  (table) => [
    check(
      "folded_until_in_day",
      sql`${table.until} >= ${table.day} and ${table.until} <= ${table.day} + interval '24 hours'`,
    ),
  ],
);
