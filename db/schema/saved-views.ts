import { sql } from "drizzle-orm";
import { boolean, check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { VIEWED_PAGES } from "@/domain/saved-view";
import { instant } from "./instant";

/** A view of a page under a name: the query string of that page. */
export const savedViews = pgTable(
  "saved_views",
  {
    view_id: uuid().primaryKey(),
    person_id: text().notNull(),
    by: text().notNull(),
    /** Which page it is a view of. */
    page: text({ enum: VIEWED_PAGES }).notNull().default("queue"),
    name: text().notNull(),
    /** As in the address, without the leading `?`. */
    query: text().notNull(),
    /** Whether everyone who sees that page is offered it. */
    shared: boolean().notNull().default(false),
    created_at: instant().notNull(),
    updated_at: instant().notNull(),
  },
  (table) => [
    index("saved_views_of_person").on(table.person_id),
    index("saved_views_shared").on(table.view_id).where(sql`shared`),
    check("saved_views_page", sql`${table.page} in ('queue', 'explore', 'events')`),
    check("saved_views_name", sql`btrim(${table.name}) <> ''`),
  ],
);
