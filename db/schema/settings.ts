import { sql } from "drizzle-orm";
import { jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./instant";

/** What the installation decided, one row a setting; a missing row means the default of `domain/settings.ts`. */
export const settings = pgTable("settings", {
  name: text().primaryKey(),
  value: jsonb().notNull(),
  updated_at: instant().notNull().default(sql`now()`),
});
