import { sql } from "drizzle-orm";
import { boolean, check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "./instant";

/** A view of the queue under a name: the query string of its page. */
export const savedViews = pgTable(
  "saved_views",
  {
    view_id: uuid().primaryKey(),
    person_id: text().notNull(),
    by: text().notNull(),
    name: text().notNull(),
    /** As in the address, without the leading `?`. */
    query: text().notNull(),
    /** Whether everyone who sees the queue is offered it. */
    shared: boolean().notNull().default(false),
    created_at: instant().notNull(),
    updated_at: instant().notNull(),
  },
  (table) => [
    index("saved_views_of_person").on(table.person_id),
    index("saved_views_shared").on(table.view_id).where(sql`shared`),
    check("saved_views_name", sql`btrim(${table.name}) <> ''`),
  ],
);
