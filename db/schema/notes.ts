import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { NOTE_KINDS } from "@/domain/note-kinds";
import { cases } from "./cases";
import { instant } from "./instant";

/** What people tell each other about a case; never goes to a runtime, a key or a webhook. */
export const notes = pgTable(
  "notes",
  {
    note_id: uuid().primaryKey().defaultRandom(),
    case_id: uuid()
      .notNull()
      .references(() => cases.case_id),
    /** `report`: why it was opened by hand; `reopening`: why it was reopened; `disagreement`: of a second person; `escalation`: why another has to look. */
    kind: text({ enum: NOTE_KINDS }).notNull(),
    by_id: text().notNull(),
    by: text().notNull(),
    text: text().notNull(),
    created_at: instant().notNull(),
  },
  (table) => [
    index("notes_by_case").on(table.case_id, table.created_at),
    check("notes_kind", sql`${table.kind} in ('note', 'report', 'reopening', 'disagreement', 'escalation')`),
    check("notes_not_blank", sql`btrim(${table.text}) <> ''`),
  ],
);
