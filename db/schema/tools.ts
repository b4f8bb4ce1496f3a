import { sql } from "drizzle-orm";
import { boolean, check, integer, json, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./instant";

/** The registry of tools; it fills itself when a tool is first seen, people declare the rest. */
export const tools = pgTable(
  "tools",
  {
    tool: text().primaryKey(),
    /** Null: nobody said. Only a person's `false` makes a tool read-only. */
    writes: boolean(),
    in_flight_seconds: integer().notNull().default(900),
    key_life_seconds: integer().notNull().default(86_400),
    sla_seconds: integer().notNull().default(14_400),
    needs_second_person: boolean().notNull().default(false),
    owner: text(),
    /** Markdown. */
    runbook: text(),
    link_templates: json().$type<{ label: string; url: string }[]>().notNull().default([]),
    first_seen_at: instant().notNull(),
    updated_at: instant(),
    updated_by: text(),
  },
  (table) => [
    check("tools_not_blank", sql`btrim(${table.tool}) <> ''`),
    check(
      "tools_seconds",
      sql`${table.in_flight_seconds} between 0 and 2592000 and ${table.key_life_seconds} between 60 and 31536000 and ${table.sla_seconds} between 60 and 31536000`,
    ),
  ],
);
