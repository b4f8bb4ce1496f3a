import { sql } from "drizzle-orm";
import { bigint, check, index, integer, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { instant } from "./instant";

/** One row per report of calls, so that a repeated `report_id` counts once. */
export const callReports = pgTable(
  "call_reports",
  {
    source_id: integer().notNull(),
    report_id: uuid().notNull(),
    content_hash: bigint({ mode: "bigint" }).notNull(),
    received_at: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.source_id, table.report_id] }),
    index("call_reports_by_time").on(table.received_at),
  ],
);

/** How many calls were made per minute, failed or not. */
export const calls = pgTable(
  "calls",
  {
    minute: instant().notNull(),
    tool: text().notNull(),
    service: text(),
    environment: text(),
    tenant: text(),
    release: text(),
    calls: bigint({ mode: "number" }).notNull(),
  },
  (table) => [
    unique("calls_minute")
      .on(table.minute, table.tool, table.service, table.environment, table.tenant, table.release)
      .nullsNotDistinct(),
    index("calls_by_tool").on(table.tool, table.minute),
    check("calls_counted", sql`${table.calls} >= 0`),
  ],
);
