import { sql } from "drizzle-orm";
import { bigint, check, date, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { LEAK_KINDS } from "@/domain/leak-kinds";
import { instant } from "./instant";

/** How many events of a tool leaked what into which part of a body that its caller got, by day (UTC), with the last example masked. */
export const leaks = pgTable(
  "leaks",
  {
    /** A digest of day, tool, kind, field, code, tenant, environment and service: together they may be longer than an index takes. */
    leak_id: uuid().primaryKey(),
    day: date({ mode: "string" }).notNull(),
    tool: text().notNull(),
    kind: text({ enum: LEAK_KINDS }).notNull(),
    /** The part of the body: `message`, `hint`, `received`, …; empty: the whole, once for each event, under its first kind. */
    field: text().notNull(),
    code: text().notNull(),
    tenant: text(),
    environment: text(),
    service: text(),
    events: bigint({ mode: "number" }).notNull(),
    /** The text around it with what leaked masked. */
    example: text().notNull(),
    example_reference: text().notNull(),
    example_event_id: text().notNull(),
    example_occurred_at: instant().notNull(),
    first_seen_at: instant().notNull(),
    last_seen_at: instant().notNull(),
  },
  (table) => [
    index("leaks_by_tool").on(table.tool, table.day),
    index("leaks_by_day").on(table.day),
    check("leaks_events", sql`${table.events} > 0`),
    check("leaks_kind", sql`${table.kind} in ('trace', 'path', 'sql', 'secret_url', 'email_address')`),
  ],
);
