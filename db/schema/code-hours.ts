import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import type { EventClass } from "@/domain/event-class";
import { instant } from "./instant";

/**
 * Which hours of events were looked through, and how many failures there were then. An hour is looked through again
 * whenever the rollups say another number (`lib/duties/count-hours.ts`), and some times more for frames that come late.
 */
export const countedHours = pgTable(
  "counted_hours",
  {
    hour: instant().primaryKey(),
    failures: bigint({ mode: "number" }).notNull(),
    /** When the number was last another one. */
    changed_at: instant().notNull(),
    counted_at: instant().notNull(),
  },
  (table) => [check("counted_hours_failures", sql`${table.failures} >= 0`)],
);

/** What rollups do not know of a code: what it said to the model of what its class needs, by hour. Made anew from the events. */
export const codeHours = pgTable(
  "code_hours",
  {
    hour: instant().notNull(),
    code: text().notNull(),
    tool: text().notNull(),
    class: text().$type<EventClass>().notNull(),
    unmapped: boolean().notNull(),
    tenant: text(),
    environment: text(),
    service: text(),
    events: integer().notNull(),
    /** Of events whose effect is not unknown: while it is, no code may be repeated. */
    retry_yes: integer().notNull(),
    retry_no: integer().notNull(),
    effect_absent: integer().notNull(),
    effect_committed: integer().notNull(),
    effect_unknown: integer().notNull(),
    lacks_message: integer().notNull(),
    lacks_field: integer().notNull(),
    lacks_correction: integer().notNull(),
    lacks_retry_after: integer().notNull(),
    /** Counted for every tool; a tool that only reads has none to report. */
    lacks_effect: integer().notNull(),
    /** Events that lack anything, and those that lack anything but the effect. */
    lacking: integer().notNull(),
    lacking_in_reading: integer().notNull(),
    /** The newest that lacks something, one that lacks more than the effect first. */
    example_reference: text(),
    example_event_id: text(),
    example_at: instant(),
    first_seen_at: instant().notNull(),
    last_seen_at: instant().notNull(),
  },
  (table) => [
    index("code_hours_by_hour").on(table.hour),
    index("code_hours_by_code").on(table.code, table.hour, table.last_seen_at),
    index("code_hours_by_tool").on(table.tool, table.hour),
    check("code_hours_events", sql`${table.events} > 0`),
    check("code_hours_lacking", sql`${table.lacking_in_reading} <= ${table.lacking}`),
    check("code_hours_lacking_of", sql`${table.lacking} <= ${table.events}`),
  ],
);
