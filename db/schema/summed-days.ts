import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import type { EventClass } from "@/domain/event-class";
import { SUMMED } from "@/domain/summed-days";
import { instant } from "./instant";

/*
 * Days (UTC) of what would be too many rows to read for a chart over months. Made from the rows once a day is over and
 * thrown away whenever one of them changes (decision 0131).
 */

/** Days without places, for who asks of none; and days with them. */
const DAY_LEVELS = ["overview", "full"] as const;

/** The days that the tables below speak for; who adds to a day takes it out again. */
export const summedDays = pgTable(
  "summed_days",
  {
    of: text({ enum: SUMMED }).notNull(),
    day: instant().notNull(),
    /** The first and the last hour in which there is anything: a day that is not over is whole for who asks until now. */
    first_hour: instant(),
    last_hour: instant(),
    /** Whether its minutes were put together into quarter hours (decision 0150); only of calls. */
    coarse: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.of, table.day] }),
    check("summed_days_of", sql`${table.of} in ('calls', 'hours', 'recoveries')`),
  ],
);

/** Who calls: interned, because a day of calls is a row for each. */
export const callSeries = pgTable(
  "call_series",
  {
    call_series_id: integer().primaryKey().generatedAlwaysAsIdentity(),
    tool: text().notNull(),
    service: text(),
    environment: text(),
    tenant: text(),
    release: text(),
  },
  (table) => [
    unique("call_series_dimensions")
      .on(table.tool, table.service, table.environment, table.tenant, table.release)
      .nullsNotDistinct(),
  ],
);

/** Calls of a day up to the end of each quarter hour, so that a part of it in any zone is one subtraction. */
export const callDays = pgTable(
  "call_days",
  {
    day: instant().notNull(),
    call_series_id: integer().notNull(),
    sums: bigint({ mode: "number" }).array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.call_series_id] }),
    check("call_days_quarters", sql`cardinality(${table.sums}) = 96`),
  ],
);

/** Who called on a day at all: rows so narrow that months of them are soon read, where a day's numbers are wide. */
export const callerDays = pgTable(
  "caller_days",
  { day: instant().notNull(), call_series_id: integer().notNull() },
  (table) => [
    primaryKey({ columns: [table.day, table.call_series_id] }),
    index("caller_days_by_caller").on(table.call_series_id, table.day),
  ],
);

/** `call_days` of all tenants together. */
export const callOverviewDays = pgTable(
  "call_overview_days",
  {
    day: instant().notNull(),
    tool: text().notNull(),
    service: text(),
    environment: text(),
    release: text(),
    sums: bigint({ mode: "number" }).array().notNull(),
  },
  (table) => [
    index("call_overview_days_by_day").on(table.day),
    check("call_overview_days_quarters", sql`cardinality(${table.sums}) = 96`),
  ],
);

/** Everybody of whom a failure was ever counted, as calls are told apart: kept beside `series`, of which it is a part. */
export const failingCallers = pgTable(
  "failing_callers",
  { tool: text().notNull(), service: text(), environment: text(), tenant: text() },
  (table) => [
    unique("failing_callers_dimensions")
      .on(table.tool, table.service, table.environment, table.tenant)
      .nullsNotDistinct(),
  ],
);

/** `code_hours` by day, of all tenants together. Two levels: `overview` knows neither service nor environment. */
export const codeDays = pgTable(
  "code_days",
  {
    day: instant().notNull(),
    level: text({ enum: DAY_LEVELS }).notNull(),
    code: text().notNull(),
    tool: text().notNull(),
    class: text().$type<EventClass>().notNull(),
    unmapped: boolean().notNull(),
    environment: text(),
    service: text(),
    events: integer().notNull(),
    retry_yes: integer().notNull(),
    retry_no: integer().notNull(),
    effect_absent: integer().notNull(),
    effect_committed: integer().notNull(),
    effect_unknown: integer().notNull(),
    lacks_message: integer().notNull(),
    lacks_field: integer().notNull(),
    lacks_correction: integer().notNull(),
    lacks_retry_after: integer().notNull(),
    lacks_effect: integer().notNull(),
    lacking: integer().notNull(),
    lacking_in_reading: integer().notNull(),
    /** Of the newest of the hours' examples, one that lacks more than the effect first. */
    example_at: instant(),
    first_seen_at: instant().notNull(),
    last_seen_at: instant().notNull(),
    /** Events of the day up to the end of each hour. */
    sums: integer().array().notNull(),
  },
  (table) => [
    index("code_days_by_day").on(table.level, table.day),
    index("code_days_by_code").on(table.code, table.level, table.day),
    check("code_days_level", sql`${table.level} in ('overview', 'full')`),
    check(
      "code_days_overview",
      sql`${table.level} = 'full' or coalesce(${table.service}, ${table.environment}) is null`,
    ),
    check("code_days_hours", sql`cardinality(${table.sums}) = 24`),
  ],
);

/** `unmapped_hours` by day, of all tenants together. */
export const unmappedDays = pgTable(
  "unmapped_days",
  {
    day: instant().notNull(),
    group_id: uuid().notNull(),
    class: text().$type<EventClass>().notNull(),
    environment: text(),
    service: text(),
    release: text(),
    events: integer().notNull(),
    unsafe: integer().notNull(),
    first_seen_at: instant().notNull(),
    last_seen_at: instant().notNull(),
    /** The newest of them. */
    example_reference: text().notNull(),
    example_event_id: text().notNull(),
    /** Events of the day up to the end of each hour. */
    sums: integer().array().notNull(),
  },
  (table) => [
    index("unmapped_days_by_day").on(table.day),
    index("unmapped_days_by_group").on(table.group_id, table.day),
    check("unmapped_days_hours", sql`cardinality(${table.sums}) = 24`),
  ],
);

/** What recoveries of a day are told apart by besides their place: as numbers, of which a day has thousands. */
export const recoveryKinds = pgTable(
  "recovery_kinds",
  {
    recovery_kind_id: integer().primaryKey().generatedAlwaysAsIdentity(),
    tool: text().notNull(),
    code: text().notNull(),
    class: text(),
    outcome: text().notNull(),
  },
  (table) => [
    unique("recovery_kinds_named").on(table.tool, table.code, table.class, table.outcome).nullsNotDistinct(),
  ],
);

/**
 * Recoveries of a day as histograms of attempts, all those of a place and release in one row: a row for each tool, code and
 * outcome took longer to read than to sum. Two levels: `overview` knows neither service, environment nor release.
 */
export const recoveryDays = pgTable(
  "recovery_days",
  {
    recovery_day_id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    day: instant().notNull(),
    level: text({ enum: DAY_LEVELS }).notNull(),
    service: text(),
    environment: text(),
    release: text(),
    /** Ascending: so many episodes of a kind took so many attempts. */
    kinds: integer().array().notNull(),
    attempts: integer().array().notNull(),
    episodes: integer().array().notNull(),
    /** Of each kind, in their order: the run that took the most, of those that took as many the last by name. */
    longest_runs: text().array().notNull(),
  },
  (table) => [
    index("recovery_days_by_day").on(table.level, table.day),
    check("recovery_days_level", sql`${table.level} in ('overview', 'full')`),
    check(
      "recovery_days_overview",
      sql`${table.level} = 'full' or coalesce(${table.service}, ${table.environment}, ${table.release}) is null`,
    ),
    check(
      "recovery_days_counts",
      sql`cardinality(${table.kinds}) = cardinality(${table.attempts}) and cardinality(${table.kinds}) = cardinality(${table.episodes})`,
    ),
  ],
);
