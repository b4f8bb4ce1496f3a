import { index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { cases } from "./cases";
import { instant } from "./instant";

/** The people who want to be told what becomes of a case. */
export const watches = pgTable(
  "watches",
  {
    case_id: uuid()
      .notNull()
      .references(() => cases.case_id),
    person_id: text().notNull(),
    created_at: instant().notNull(),
  },
  (table) => [
    primaryKey({ name: "watches_once", columns: [table.case_id, table.person_id] }),
    index("watches_by_person").on(table.person_id, table.created_at),
  ],
);
