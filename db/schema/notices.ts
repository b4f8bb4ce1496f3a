import { sql } from "drizzle-orm";
import { bigint, check, index, json, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { NOTICE_KINDS, type NoticeData } from "@/domain/notice-kinds";
import { cases } from "./cases";
import { instant } from "./instant";

/**
 * What one person is told within the console. `message_id`: the outbox row it came of, once each. `bulk_id`: the bulk
 * action it came of, one notice for all its cases (`data.others`).
 */
export const notices = pgTable(
  "notices",
  {
    notice_id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    person_id: text().notNull(),
    kind: text({ enum: NOTICE_KINDS }).notNull(),
    case_id: uuid()
      .notNull()
      .references(() => cases.case_id),
    message_id: uuid(),
    bulk_id: uuid(),
    /** Who did it; null: Errata. */
    by: text(),
    data: json().$type<NoticeData>().notNull(),
    created_at: instant().notNull(),
    read_at: instant(),
  },
  (table) => [
    index("notices_of_person").on(table.person_id, table.notice_id),
    index("notices_unread").on(table.person_id).where(sql`read_at is null`),
    uniqueIndex("notices_once").on(table.message_id, table.person_id).where(sql`message_id is not null`),
    uniqueIndex("notices_of_bulk").on(table.bulk_id, table.person_id).where(sql`bulk_id is not null`),
    // Rows come in the order of time: a few bytes for thousands of them, and trimming finds its own.
    index("notices_by_age").using("brin", table.created_at),
    check(
      "notices_kind",
      sql`${table.kind} in ('assigned', 'escalated', 'due_soon', 'overdue', 'settled', 'reopened', 'noted')`,
    ),
  ],
);
