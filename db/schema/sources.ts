import { sql } from "drizzle-orm";
import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./instant";

/** Producers of events. Keys belong to one; an event's identity starts with it. */
export const sources = pgTable("sources", {
  source_id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull().unique(),
  created_at: instant().notNull().default(sql`now()`),
});
