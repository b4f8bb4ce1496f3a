import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { libraryTime } from "./people";

/** One-time proofs. A welcome link's identifier is `welcome:` and the SHA-256 of its token. */
export const verifications = pgTable(
  "verifications",
  {
    id: uuid().primaryKey().defaultRandom(),
    identifier: text().notNull().unique(),
    value: text().notNull(),
    expires_at: libraryTime().notNull(),
    created_at: libraryTime().notNull().defaultNow(),
    updated_at: libraryTime().notNull().defaultNow(),
  },
  (table) => [index("verifications_by_value").on(table.value)],
);
