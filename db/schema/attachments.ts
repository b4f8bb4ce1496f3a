import { sql } from "drizzle-orm";
import { check, customType, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { cases } from "./cases";
import { instant } from "./instant";

const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** Files people add to a case: a statement, a screenshot. Among people, like notes. */
export const attachments = pgTable(
  "attachments",
  {
    attachment_id: uuid().primaryKey(),
    case_id: uuid()
      .notNull()
      .references(() => cases.case_id),
    name: text().notNull(),
    media_type: text().notNull(),
    byte_count: integer().notNull(),
    sha256: text().notNull(),
    /** Null once it was taken away; that it was there stays on record. */
    content: bytes(),
    by: text().notNull(),
    by_id: text().notNull(),
    created_at: instant().notNull(),
    removed_at: instant(),
    removed_by: text(),
  },
  (table) => [
    index("attachments_by_case").on(table.case_id, table.created_at),
    check("attachments_name", sql`btrim(${table.name}) <> ''`),
    check("attachments_removed", sql`(${table.removed_at} is null) = (${table.content} is not null)`),
    check("attachments_removed_by", sql`(${table.removed_at} is null) = (${table.removed_by} is null)`),
  ],
);
