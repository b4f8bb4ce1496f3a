import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { libraryTime, people } from "./people";

/** Signed-in browsers. The row is the session: deleting it ends it at the next request. */
export const sessions = pgTable(
  "sessions",
  {
    id: uuid().primaryKey().defaultRandom(),
    person_id: uuid()
      .notNull()
      .references(() => people.id, { onDelete: "cascade" }),
    token: text().notNull().unique(),
    ip_address: text(),
    user_agent: text(),
    expires_at: libraryTime().notNull(),
    created_at: libraryTime().notNull().defaultNow(),
    updated_at: libraryTime().notNull().defaultNow(),
  },
  (table) => [index("sessions_by_person").on(table.person_id)],
);
