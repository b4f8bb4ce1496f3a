import { sql } from "drizzle-orm";
import { boolean, check, integer, json, pgTable, text } from "drizzle-orm/pg-core";
import { AUTOMATIC_SETTLING } from "@/domain/tool-rules";
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
    /** How long before a deadline people are reminded of it, in seconds. */
    remind_seconds: integer().notNull().default(3_600),
    /** Whether an unmapped failure that did not report its effect opens a case, where the tool writes. */
    infers_unknown: boolean().notNull().default(true),
    /** Which machine evidence may settle a case by itself, where no person holds it. */
    settles_automatically: text({ enum: AUTOMATIC_SETTLING }).notNull().default("never"),
    owner: text(),
    /** Markdown. */
    runbook: text(),
    link_templates: json().$type<{ label: string; url: string }[]>().notNull().default([]),
    first_seen_at: instant().notNull(),
    updated_at: instant(),
    updated_by: text(),
  },
  (table) => [
    check(
      "tools_settles",
      sql`${table.settles_automatically} in ('never', 'committed', 'committed_or_absent')`,
    ),
    check("tools_reminds", sql`${table.remind_seconds} between 0 and 31536000`),
    check("tools_not_blank", sql`btrim(${table.tool}) <> ''`),
    check(
      "tools_seconds",
      sql`${table.in_flight_seconds} between 0 and 2592000 and ${table.key_life_seconds} between 60 and 31536000 and ${table.sla_seconds} between 60 and 31536000`,
    ),
  ],
);
