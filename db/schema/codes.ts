import { pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./instant";

/** The registry of codes; it fills itself when a code is first seen. */
export const codes = pgTable("codes", {
  code: text().primaryKey(),
  first_seen_at: instant().notNull(),
  description: text(),
  owner: text(),
  retired_at: instant(),
  retired_by: text(),
});
