import { sql } from "drizzle-orm";
import { pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./instant";

/** Secrets made once by the installation itself. Apart from settings, so that no settings read can leak one. */
export const secrets = pgTable("secrets", {
  name: text().primaryKey(),
  value: text().notNull(),
  created_at: instant().notNull().default(sql`now()`),
});
