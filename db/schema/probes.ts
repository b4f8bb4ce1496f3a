import { sql } from "drizzle-orm";
import { boolean, check, integer, json, pgTable, text } from "drizzle-orm/pg-core";
import type { ProbeHeader, ProbeRule } from "@/domain/probe";
import { instant } from "./instant";

/** How a tool's outside system is asked whether an effect is there. Apart from tools: it holds a secret. */
export const probes = pgTable(
  "probes",
  {
    tool: text().primaryKey(),
    /** `https://…/{idempotency_key}`; parts are filled in, encoded. */
    url: text().notNull(),
    /** `{secret}` in a value is filled in when it is sent. */
    headers: json().$type<ProbeHeader[]>().notNull().default([]),
    /** Sealed with the key of the environment. */
    secret: text(),
    /** Read in order: the first that holds says what the answer means. */
    rules: json().$type<ProbeRule[]>().notNull(),
    /** Whether a duty asks by itself, with back-off. */
    automatic: boolean().notNull().default(false),
    timeout_seconds: integer().notNull().default(10),
    updated_at: instant().notNull(),
    updated_by: text().notNull(),
  },
  (table) => [check("probes_timeout", sql`${table.timeout_seconds} between 1 and 60`)],
);
