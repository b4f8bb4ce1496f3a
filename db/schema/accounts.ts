import { pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { libraryTime, people } from "./people";

/** How a person proves who they are: a password's hash, later a single sign-on identity. */
export const accounts = pgTable(
  "accounts",
  {
    id: uuid().primaryKey().defaultRandom(),
    person_id: uuid()
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    account_id: text().notNull(),
    provider_id: text().notNull(),
    access_token: text(),
    refresh_token: text(),
    id_token: text(),
    access_token_expires_at: libraryTime(),
    refresh_token_expires_at: libraryTime(),
    scope: text(),
    password: text(),
    created_at: libraryTime().notNull().defaultNow(),
    updated_at: libraryTime().notNull().defaultNow(),
  },
  (table) => [unique("accounts_once_per_provider").on(table.person_id, table.provider_id)],
);
